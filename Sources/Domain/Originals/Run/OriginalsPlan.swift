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
    /// The files of earlier runs that cannot be in place, and the reasons.
    private(set) var failures: [(path: String, reason: String)] = []
    /// The paths that are taken.
    private(set) var paths = PathTable()

    let choice: OriginalsChoice
    private let account: String
    private let store: OriginalsStore
    private let folder: OriginalsFolder
    private var known: [NodeID: OriginalRow] = [:]
    private var changed: [OriginalRow] = []
    /// The files that a killed run has placed, and whose downloads have their first names, too.
    private var unsettled: [OriginalRow] = []
    /// The downloads whose files are in place or set aside; they go when the names and the rows
    /// survive a power cut.
    private var settledParts: [OriginalVersion] = []
    private var windows = PairWindows()
    /// The other file of each file of a pair that has no path yet.
    private(set) var partners: [NodeID: NodeID] = [:]

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
        var plan = OriginalsPlan(choice: choice, account: account, store: store, folder: folder)
        plan.progress = progress
        for row in try store.rows() {
            plan.known[NodeID(rawValue: row.id)] = row
            plan.paths.take(row.path)
        }
        var query: FeedQuery? = FeedQuery(limit: 1_000, since: choice.since)
        while let present = query {
            let window = try reader.window(present)
            try plan.add(
                window.items.filter(choice.contains), isLast: window.next == nil)
            query = window.next.map { present.continuing(after: $0) }
            try plan.settle()
        }
        return plan
    }

    private init(
        choice: OriginalsChoice, account: String, store: OriginalsStore, folder: OriginalsFolder
    ) {
        self.choice = choice
        self.account = account
        self.store = store
        self.folder = folder
    }

    /// Makes the new names and rows survive a power cut, and removes what they replace.
    private mutating func settle() throws(FeedError) {
        // The names first: a former name without a row would be taken for a foreign file.
        try folder.flush()
        try store.store(changed)
        changed = []
        try store.store(unsettled, isDurable: true)
        unsettled = []
        for version in settledParts { try folder.removePlacedPart(of: version) }
        settledParts = []
    }

    /// Takes other paths for an item whose path another file has, and for the other file of its
    /// pair.
    mutating func reassign(_ row: inout OriginalRow, _ partner: inout OriginalRow?) {
        // The former paths stay taken, so that no other original gets them.
        let files = [row.path, partner?.path].compactMap(\.self)
            .map { SafeName.components(of: $0) }
        let assigned = paths.assign(files, to: NodeID(rawValue: row.id))
        row.path = assigned[0]
        partner?.path = assigned[assigned.count - 1]
    }

    /// Takes the path of an item that follows from its file; `false` if it is the present one.
    ///
    /// The other file of a pair moves to the same folder, unless it has its path already.
    mutating func move(
        _ row: inout OriginalRow, _ partner: inout OriginalRow?, accordingTo item: FeedItem
    ) -> Bool {
        let components = choice.layout.path(of: item, account: account)
        let layoutPath = components.joined(separator: "/")
        guard layoutPath != row.layoutPath else { return false }
        let folder = Self.folder(of: row.layoutPath)
        row.layoutPath = layoutPath
        paths.release(row.path)
        guard let other = partner, other.state != .done,
            Self.folder(of: other.layoutPath) == folder,
            let name = SafeName.components(of: other.layoutPath).last
        else {
            row.path = paths.assign(components, to: item.node.id)
            return true
        }
        paths.release(other.path)
        let files: [[String]] = [components, Array(components.dropLast()) + [name]]
        let assigned = paths.assign(files, to: item.node.id)
        row.path = assigned[0]
        partner?.path = assigned[1]
        partner?.layoutPath = files[1].joined(separator: "/")
        return true
    }

    private static func folder(of path: String) -> Substring {
        path[..<(path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)]
    }

    /// Adds the items of a window, the two files of a live photo together.
    private mutating func add(_ items: [FeedItem], isLast: Bool) throws(FeedError) {
        let (ready, pairs) = windows.add(items, isLast: isLast)
        let places = Dictionary(
            ready.map { ($0.node.id, $0) }, uniquingKeysWith: { first, _ in first })
        var added: Set<NodeID> = []
        for item in ready where added.insert(item.node.id).inserted {
            let id = item.node.id
            guard let other = (pairs.movie(of: id) ?? pairs.still(of: id)).flatMap({ places[$0] })
            else {
                try add(item)
                continue
            }
            added.insert(other.node.id)
            let (still, movie) = pairs.isMovie(id) ? (other, item) : (item, other)
            try add((still: still, movie: movie))
        }
    }

    /// Adds a still picture and its movie.
    private mutating func add(_ pair: (still: FeedItem, movie: FeedItem)) throws(FeedError) {
        let ids = [pair.still.node.id, pair.movie.node.id]
        guard known[ids[0]] == nil, known[ids[1]] == nil else {
            try add(pair.still)
            return try add(pair.movie)
        }
        partners[ids[0]] = ids[1]
        partners[ids[1]] = ids[0]
        let items = [pair.still, pair.movie]
        let files = items.map { choice.layout.path(of: $0, account: account) }
        let assigned = paths.assign(files, to: pair.still.node.id)
        for (item, (path, components)) in zip(items, zip(assigned, files)) {
            let layoutPath = components.joined(separator: "/")
            want(OriginalRow(item, path: path, layoutPath: layoutPath), item)
        }
    }

    private mutating func add(_ item: FeedItem) throws(FeedError) {
        let components = choice.layout.path(of: item, account: account)
        let layoutPath = components.joined(separator: "/")
        guard var row = known[item.node.id] else {
            let path = paths.assign(components, to: item.node.id)
            want(OriginalRow(item, path: path, layoutPath: layoutPath), item)
            return
        }
        switch row.state {
        case .paused, .cancelled:
            progress.held += 1
            return
        case .waiting, .running, .failed:
            guard row.version != OriginalVersion(item.node) else { return want(row, item) }
            // A killed run may have put the former version in place.
            guard let placed = try folder.finished(row) else {
                paths.release(row.path)
                let path = paths.assign(components, to: item.node.id)
                return want(OriginalRow(item, path: path, layoutPath: layoutPath), item)
            }
            row = placed
        case .done: break
        }
        if row.hasContent(of: item.node) {
            try follow(&row, components, layoutPath, item)
        } else {
            try setAside(&row, components, layoutPath, item)
        }
        // Former names are gone after a flush, so their rows are stored with each.
        if folder.isCrowded { try settle() }
    }

    private mutating func want(_ row: OriginalRow, _ item: FeedItem) {
        var row = row
        row.state = row.state.after(.want) ?? row.state
        let sum = progress.wantedBytes.addingSaturated(row.size)
        if let limit = choice.byteLimit, sum > limit {
            progress.postponed += 1
        } else {
            progress.wanted += 1
            progress.wantedBytes = sum
            items.append(Item(row: row, item: item))
        }
        changed.append(row)
    }

    /// Handles a file that is done: it may be missing, and the server may have moved it.
    private mutating func follow(
        _ row: inout OriginalRow, _ components: [String], _ layoutPath: String, _ item: FeedItem
    ) throws(FeedError) {
        let version = row.version
        var isOutdated = row.follow(item)
        guard let status = try folder.status(of: row.path) else {
            if row.layoutPath != layoutPath {
                paths.release(row.path)
                row.path = paths.assign(components, to: item.node.id)
                row.layoutPath = layoutPath
                // A killed run may have moved it.
                if try folder.status(of: row.path).map(row.isUntouched) ?? false {
                    try folder.flushLater(row.path)
                    progress.present += 1
                    progress.moved += 1
                    if item.node.mediaInfo?.isOfOriginal != true { unread.append(row) }
                    changed.append(row)
                    return
                }
            }
            row.blocks = nil
            want(row, item)
            return
        }
        if let fault = row.fault(status) { return fail(row, fault) }
        if row.noteReturn() { isOutdated = true }
        progress.present += 1
        let isUntouched = row.isUntouched(status)
        let isRead = item.node.mediaInfo?.isOfOriginal ?? false
        defer { if isUntouched, !isRead { unread.append(row) } }
        let isUnsettled = status.linkCount > 1 && folder.hasPart(of: version)
        if isUnsettled { try folder.flushLater(row.path) }
        defer {
            if isUnsettled {
                unsettled.append(row)
                settledParts.append(version)
            }
        }
        guard row.layoutPath != layoutPath, isUntouched else {
            if isOutdated { changed.append(row) }
            return
        }
        let former = (path: row.path, layoutPath: row.layoutPath)
        paths.release(former.path)
        row.path = paths.assign(components, to: item.node.id)
        row.layoutPath = layoutPath
        if row.path != former.path {
            guard try folder.move(former.path, to: row.path) == .placed else {
                // Another file has the new path; the next run tries again.
                paths.release(row.path)
                paths.take(former.path)
                (row.path, row.layoutPath) = former
                if isOutdated { changed.append(row) }
                return
            }
            progress.moved += 1
        }
        changed.append(row)
    }

    /// Notes that a path has something that cannot be the original, which stays for its user.
    private mutating func fail(
        _ row: OriginalRow, _ fault: (verdict: OriginalVerdict, advice: String)
    ) {
        var row = row
        row.failure = fault.verdict.rawValue
        progress.failed += 1
        failures.append((row.display, fault.advice))
        changed.append(row)
    }

    /// Handles a file whose content has changed on the server: the former file is kept.
    private mutating func setAside(
        _ row: inout OriginalRow, _ components: [String], _ layoutPath: String, _ item: FeedItem
    ) throws(FeedError) {
        if let status = try folder.status(of: row.path) {
            if let fault = row.fault(status), fault.verdict == .unknown { return fail(row, fault) }
            let suffix = OriginalDigits.of(row.revision, count: 8)
            try folder.setAside(row.path, as: suffix)
        }
        // The download of the former version, which a killed run may have left.
        settledParts.append(row.version)
        paths.release(row.path)
        let path = paths.assign(components, to: item.node.id)
        want(OriginalRow(item, path: path, layoutPath: layoutPath), item)
    }
}
