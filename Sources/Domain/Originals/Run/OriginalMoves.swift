import PhotoFeed

/// The originals that have other identifiers at the server by now, and keep their content.
///
/// A server without identifiers identifies a file by its path, so that a move gives it another one.
/// A photo that was deleted and uploaded again has another one at every server. The file of an
/// identifier that has vanished is that of a new one with the same content hash. Without hashes, it
/// is that of a new path with the same revision and length, if no other file of either side has
/// them.
struct OriginalMoves {
    private struct Revision: Hashable {
        let revision: String
        let size: Int64
    }

    private struct Content: Hashable {
        let hash: ContentHash
        let path: [UInt8]
    }

    /// The number of items that are read at once.
    private static let part = 500

    /// The rows of files in place whose identifiers have vanished.
    private var gone: [OriginalRow]
    /// The items that have no file.
    private var new: [MediaNode] = []
    private var joined: [(former: OriginalRow, new: OriginalRow)] = []

    /// Gives the rows of files with other identifiers the new ones.
    ///
    /// It precedes all that takes a file without an item in the feed for a deleted one.
    static func join(
        in store: OriginalsStore, _ reader: any FeedReader, _ choice: OriginalsChoice
    ) throws(FeedError) {
        guard let library = reader as? any FeedScanning else { return }
        var moves = OriginalMoves(gone: [])
        let numbers = try moves.compare(try store.rows(), with: library)
        guard !moves.gone.isEmpty else { return }
        for start in stride(from: 0, to: numbers.count, by: part) {
            let part = Array(numbers[start..<min(start + part, numbers.count)])
            moves.new += try library.items(numbered: part).filter(choice.contains).map(\.node)
        }
        moves.joinContents()
        moves.joinRevisions()
        try store.replace(moves.joined)
    }

    private init(gone: [OriginalRow]) { self.gone = gone }

    /// Finds the files that the library no longer has.
    ///
    /// - Returns: the numbers of the items that can have one of them.
    private mutating func compare(
        _ rows: [OriginalRow], with library: any FeedScanning
    ) throws(FeedError) -> [Int64] {
        var unseen: [NodeID: OriginalRow] = [:]
        var known: Set<NodeID> = []
        for row in rows {
            let id = NodeID(rawValue: row.id)
            // The file of a download that was killed may be in place already.
            if row.state != .waiting, row.state != .failed { known.insert(id) }
            if row.state == .done, row.size > 0 { unseen[id] = row }
        }
        guard !unseen.isEmpty else { return [] }
        let contents = Set(unseen.values.compactMap { $0.hash.map(ScannedItem.key) })
        let hasPaths = unseen.values.contains(where: Self.isPath)
        var numbers: [Int64] = []
        try library.scanAll { item in
            let id = item.nodeID
            unseen[id] = nil
            guard !known.contains(id), hasPaths || item.content.map(contents.contains) == true
            else { return }
            numbers.append(item.number)
        }
        gone = unseen.values.sorted { $0.id < $1.id }
        return numbers
    }

    /// Whether the identifier of a file is its path.
    private static func isPath(_ row: OriginalRow) -> Bool {
        NodeID(rawValue: row.id) == NodeID(rawValue: row.pathKey)
    }

    private mutating func join(_ pairs: [(OriginalRow, MediaNode)]) {
        let rows = Set(pairs.map(\.0.id))
        let nodes = Set(pairs.map(\.1.id))
        gone.removeAll { rows.contains($0.id) }
        new.removeAll { nodes.contains($0.id) }
        joined += pairs.map { ($0, OriginalRow($1, of: $0)) }
    }

    /// Joins files of equal content hashes, those of one path first.
    private mutating func joinContents() {
        for keepsPath in [true, false] {
            func content(_ hash: ContentHash?, _ path: String) -> Content? {
                hash.map { Content(hash: $0, path: keepsPath ? Array(path.utf8) : []) }
            }
            var rows: [Content: [OriginalRow]] = [:]
            for row in gone.reversed() {
                if let key = content(row.hash, row.pathKey) { rows[key, default: []].append(row) }
            }
            join(
                new.compactMap { node in
                    content(node.contentHash, node.pathKey)
                        .flatMap { rows[$0]?.popLast() }.map { ($0, node) }
                })
        }
    }

    /// Joins files of one revision that have moved.
    private mutating func joinRevisions() {
        let rows = Dictionary(grouping: gone.filter(Self.isPath)) {
            Revision(revision: $0.revision, size: $0.size)
        }
        let moved = new.filter { $0.id == NodeID(rawValue: $0.pathKey) }
        let nodes = Dictionary(grouping: moved) {
            Revision(revision: $0.revision, size: $0.size)
        }
        join(
            nodes.compactMap { revision, nodes in
                guard let rows = rows[revision], rows.count == 1, nodes.count == 1 else {
                    return nil
                }
                return (rows[0], nodes[0])
            })
    }
}
