import DurableFiles
import PhotoFeed

/// The files that a run has to download, and the state of the others.
struct OriginalsPlan {
    /// A file of the plan.
    struct Item {
        var row: OriginalRow
        let item: FeedItem
    }

    /// The files to download, newest first.
    private(set) var items: [Item] = []
    private(set) var progress = OriginalsProgress()
    /// The files that are in place, and whose facts the library does not have.
    private(set) var unread: [OriginalRow] = []
    /// The paths that are taken.
    private(set) var paths = PathTable()

    private let choice: OriginalsChoice
    private let account: String
    private let folder: OriginalsFolder
    private var known: [String: OriginalRow] = [:]
    private var changed: [OriginalRow] = []

    /// Compares the feed with the rows and with the folder.
    ///
    /// Files that the server has moved are moved, and files whose content has changed on the server
    /// are set aside.
    ///
    /// - Parameter progress: the counts of the run so far.
    static func make(
        _ choice: OriginalsChoice, of account: String, from reader: any FeedReader,
        _ store: OriginalsStore, in folder: OriginalsFolder, after progress: OriginalsProgress
    ) throws(FeedError) -> OriginalsPlan {
        var plan = OriginalsPlan(choice: choice, account: account, folder: folder)
        plan.progress = progress
        for row in try store.rows() {
            plan.known[row.id] = row
            plan.paths.take(row.path)
        }
        try plan.joinMoves(reader, store)
        var query: FeedQuery? = FeedQuery(limit: 1_000, since: choice.since)
        while let present = query {
            let window = try reader.window(present)
            for item in window.items where choice.contains(item) { try plan.add(item) }
            query = window.next.map { present.continuing(after: $0) }
            try store.store(plan.changed)
            plan.changed = []
        }
        try folder.flush()
        return plan
    }

    private init(choice: OriginalsChoice, account: String, folder: OriginalsFolder) {
        self.choice = choice
        self.account = account
        self.folder = folder
    }

    /// Gives the files that were moved on a server without identifiers their new ones.
    private mutating func joinMoves(
        _ reader: any FeedReader, _ store: OriginalsStore
    ) throws(FeedError) {
        var moves = OriginalMoves(known.values)
        var query: FeedQuery? = moves.isEmpty ? nil : FeedQuery(limit: 1_000, since: choice.since)
        while let present = query {
            let window = try reader.window(present)
            for item in window.items where choice.contains(item) { moves.add(item.node) }
            query = window.next.map { present.continuing(after: $0) }
        }
        let joined = try moves.joined { id throws(FeedError) in try reader.item(id) == nil }
        try store.replace(joined)
        for (former, new) in joined {
            known[former.id] = nil
            known[new.id] = new
        }
    }

    /// Takes another path for an item whose path another file has.
    mutating func reassign(_ row: inout OriginalRow) {
        // The former path stays taken, so that no other original gets it.
        let components = row.path.split(separator: "/").map(String.init)
        row.path = paths.assign(components, to: NodeID(rawValue: row.id))
    }

    /// Takes the path of an item that follows from its file; `false` if it is the present one.
    mutating func move(_ row: inout OriginalRow, accordingTo item: FeedItem) -> Bool {
        let components = choice.layout.path(of: item, account: account)
        let layoutPath = components.joined(separator: "/")
        guard layoutPath != row.layoutPath else { return false }
        paths.release(row.path)
        row.path = paths.assign(components, to: item.node.id)
        row.layoutPath = layoutPath
        return true
    }

    private mutating func add(_ item: FeedItem) throws(FeedError) {
        let components = choice.layout.path(of: item, account: account)
        let layoutPath = components.joined(separator: "/")
        guard var row = known[item.node.id.rawValue] else {
            let path = paths.assign(components, to: item.node.id)
            want(OriginalRow(item, path: path, layoutPath: layoutPath), item)
            return
        }
        switch row.state {
        case .paused, .cancelled:
            progress.held += 1
            return
        case .done where row.hasContent(of: item.node):
            try follow(&row, components, layoutPath, item)
        case .done:
            try setAside(&row, components, layoutPath, item)
        case .waiting, .running, .failed:
            let version = OriginalVersion(item.node)
            if row.version != version {
                paths.release(row.path)
                let path = paths.assign(components, to: item.node.id)
                row = OriginalRow(item, path: path, layoutPath: layoutPath)
            }
            want(row, item)
        }
    }

    private mutating func want(_ row: OriginalRow, _ item: FeedItem) {
        var row = row
        row.state = row.state.after(.want) ?? row.state
        if let limit = choice.byteLimit, progress.wantedBytes + row.size > limit {
            progress.postponed += 1
        } else {
            progress.wanted += 1
            progress.wantedBytes += row.size
            items.append(Item(row: row, item: item))
        }
        changed.append(row)
    }

    /// Handles a file that is done: it may be missing, and the server may have moved it.
    private mutating func follow(
        _ row: inout OriginalRow, _ components: [String], _ layoutPath: String, _ item: FeedItem
    ) throws(FeedError) {
        guard let status = try folder.status(of: row.path) else {
            if row.layoutPath != layoutPath {
                paths.release(row.path)
                row.path = paths.assign(components, to: item.node.id)
                row.layoutPath = layoutPath
            }
            row.revision = item.node.revision
            row.blocks = nil
            want(row, item)
            return
        }
        progress.present += 1
        let isUntouched = status.size == row.size && status.modifiedNanoseconds == row.modified
        let isRead = item.node.mediaInfo?.isOfOriginal ?? false
        defer { if isUntouched, !isRead { unread.append(row) } }
        guard row.layoutPath != layoutPath, isUntouched else {
            if row.pathKey != item.node.pathKey || row.display != item.displayPath {
                // A repair fetches by the path.
                row.pathKey = item.node.pathKey
                row.display = item.displayPath
                changed.append(row)
            }
            return
        }
        let former = row.path
        paths.release(former)
        row.path = paths.assign(components, to: item.node.id)
        row.layoutPath = layoutPath
        if row.path != former {
            guard try folder.move(former, to: row.path) == .placed else {
                // Another file has the new path; the next run tries again.
                paths.release(row.path)
                paths.take(former)
                return
            }
            progress.moved += 1
        }
        row.pathKey = item.node.pathKey
        row.display = item.displayPath
        changed.append(row)
    }

    /// Handles a file whose content has changed on the server: the former file is kept.
    private mutating func setAside(
        _ row: inout OriginalRow, _ components: [String], _ layoutPath: String, _ item: FeedItem
    ) throws(FeedError) {
        if try folder.status(of: row.path) != nil {
            let suffix = OriginalDigits.of(row.revision, count: 8)
            try folder.setAside(row.path, as: suffix)
        }
        paths.release(row.path)
        let path = paths.assign(components, to: item.node.id)
        want(OriginalRow(item, path: path, layoutPath: layoutPath), item)
    }
}
