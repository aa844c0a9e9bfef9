import PhotoFeed

/// The originals that were moved on a server whose files have no identifiers.
///
/// The identifier of such a file is its path. A file whose identifier has vanished, and a new one
/// of the same revision and length, are one file if no other file of either side has them. It keeps
/// its content on the disk.
struct OriginalMoves {
    private struct Content: Hashable {
        let revision: String
        let size: Int64
    }

    /// The files that are done, and whose identifiers were not seen.
    private var unseen: [NodeID: OriginalRow]
    private let known: Set<NodeID>
    /// The new files; `nil` for a content that several of them have.
    private var new: [Content: MediaNode?] = [:]
    private let wanted: Set<Content>

    /// Gives the rows of moved files their new identifiers.
    ///
    /// It precedes all that takes a file without an item in the feed for a deleted one.
    static func join(
        in store: OriginalsStore, _ reader: any FeedReader, _ choice: OriginalsChoice
    ) throws(FeedError) {
        var moves = OriginalMoves(try store.rows())
        var query: FeedQuery? =
            moves.unseen.isEmpty ? nil : FeedQuery(limit: 1_000, since: choice.since)
        while let present = query {
            let window = try reader.window(present)
            for item in window.items where choice.contains(item) { moves.add(item.node) }
            query = window.next.map { present.continuing(after: $0) }
        }
        try store.replace(
            try moves.joined { id throws(FeedError) in try reader.item(id) == nil })
    }

    /// Creates the moves of the files in `rows`.
    private init(_ rows: some Collection<OriginalRow>) {
        let candidates = rows.filter { row in
            row.state == .done && row.size > 0
                && NodeID(rawValue: row.id) == NodeID(rawValue: row.pathKey)
        }
        unseen = Dictionary(candidates.map { (NodeID(rawValue: $0.id), $0) }) { first, _ in first }
        known = candidates.isEmpty ? [] : Set(rows.map { NodeID(rawValue: $0.id) })
        wanted = Set(candidates.map { Content(revision: $0.revision, size: $0.size) })
    }

    /// Takes a file that the feed contains.
    private mutating func add(_ node: MediaNode) {
        guard !known.contains(node.id) else {
            unseen[node.id] = nil
            return
        }
        let content = Content(revision: node.revision, size: node.size)
        guard node.id == NodeID(rawValue: node.pathKey), wanted.contains(content) else { return }
        new.updateValue(new.keys.contains(content) ? nil : .some(node), forKey: content)
    }

    /// Returns the rows of the moved files, with their new identifiers.
    ///
    /// - Parameter isGone: whether the feed no longer has a file; one outside of the choice of the
    ///   user is not seen, but exists.
    private func joined(
        _ isGone: (NodeID) throws(FeedError) -> Bool
    ) throws(FeedError) -> [(former: OriginalRow, new: OriginalRow)] {
        guard !new.isEmpty else { return [] }
        var vanished: [Content: OriginalRow?] = [:]
        for row in unseen.values {
            let content = Content(revision: row.revision, size: row.size)
            guard new.keys.contains(content), try isGone(NodeID(rawValue: row.id)) else { continue }
            vanished.updateValue(
                vanished.keys.contains(content) ? nil : .some(row), forKey: content)
        }
        return vanished.compactMap { content, row in
            guard let row, let node = new[content] ?? nil else { return nil }
            return (row, OriginalRow(node, of: row))
        }
    }
}
