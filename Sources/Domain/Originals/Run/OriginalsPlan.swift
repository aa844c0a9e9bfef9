import DurableFiles
import PhotoFeed

/// The files that a run has to download, and the state of the others.
struct OriginalsPlan {
    /// A file of the plan.
    struct Item {
        var row: OriginalRow
        let item: FeedItem
    }

    /// A file of the feed, and what the plan has found about it.
    private struct Found {
        var file: NamedFile
        /// Whether the row differs from the stored one by more than its path.
        var isChanged = false
        var isWanted = false
        /// Whether the library does not have the facts of the file, which is in place.
        var isUnread = false
        /// The version of a file that a killed run has placed, whose download still has its first
        /// name.
        var unsettled: OriginalVersion?
    }

    /// The files to download, newest first.
    private(set) var items: [Item] = []
    private(set) var progress = OriginalsProgress()
    /// The files that are in place, and whose facts the library does not have.
    private(set) var unread: [OriginalRow] = []
    /// The files of earlier runs that cannot be in place, and the reasons.
    private(set) var failures: [(path: String, reason: String)] = []
    var names: OriginalNames

    let choice: OriginalsChoice
    let reader: any FeedReader
    let store: OriginalsStore
    let folder: OriginalsFolder
    let account: String
    private let known: [NodeID: OriginalRow]
    /// The rows that are stored when the plan has settled.
    var changed: [OriginalRow] = []
    /// The files that a killed run has placed, and whose downloads have their first names, too.
    private var unsettled: [OriginalRow] = []
    /// The downloads whose files are in place or set aside; they go when the names and the rows
    /// survive a power cut.
    private var settledParts: [OriginalVersion] = []

    /// Compares the feed with the rows and with the folder.
    ///
    /// Files that the server has moved are moved, those of live photos get equal names, and files
    /// whose content has changed on the server are set aside.
    ///
    /// - Parameter progress: the counts of the run so far.
    static func make(
        _ choice: OriginalsChoice, of account: String, from reader: any FeedReader,
        _ store: OriginalsStore, in folder: OriginalsFolder, after progress: OriginalsProgress
    ) throws(FeedError) -> OriginalsPlan {
        var plan = OriginalsPlan(
            choice: choice, account: account, reader: reader, store: store, folder: folder,
            rows: try store.rows())
        plan.progress = progress
        let pairs = try reader.livePairs()
        // The files whose partners were added with them.
        var added: Set<NodeID> = []
        var query: FeedQuery? = FeedQuery(limit: 1_000, since: choice.since)
        while let present = query {
            let window = try reader.window(present)
            let items = window.items.filter(choice.contains)
            let places = Dictionary(items.map { ($0.node.id, $0) }) { first, _ in first }
            for item in items where added.remove(item.node.id) == nil {
                let files = try plan.files(of: item, pairs, near: places)
                added.formUnion(files.map(\.node.id))
                added.remove(item.node.id)
                try plan.add(files)
            }
            query = window.next.map { present.continuing(after: $0) }
            plan.progress.moved += try plan.settle().count
        }
        return plan
    }

    private init(
        choice: OriginalsChoice, account: String, reader: any FeedReader, store: OriginalsStore,
        folder: OriginalsFolder, rows: [OriginalRow]
    ) {
        self.choice = choice
        self.account = account
        self.reader = reader
        self.store = store
        self.folder = folder
        known = Dictionary(rows.map { (NodeID(rawValue: $0.id), $0) }) { $1 }
        names = OriginalNames(in: folder, taking: rows)
    }

    /// Renames files, makes the names and rows survive a power cut, and removes what they replace.
    ///
    /// - Returns: the rows of the renamed files.
    @discardableResult
    mutating func settle() throws(FeedError) -> [OriginalRow] {
        let (renamed, kept) = try names.rename(in: store)
        for row in kept {
            changed = changed.map { $0.id == row.id ? row : $0 }
            unsettled = unsettled.map { $0.id == row.id ? row : $0 }
            unread = unread.map { $0.id == row.id ? row : $0 }
        }
        // The names first: a former name without a row would be taken for a foreign file.
        try folder.flush()
        try store.store(changed)
        changed = []
        try store.store(unsettled, isDurable: true)
        unsettled = []
        for version in settledParts { try folder.removePlacedPart(of: version) }
        settledParts = []
        return renamed
    }

    /// Returns an item of the feed, or a still picture and its movie if the choice has both.
    private func files(
        of item: FeedItem, _ pairs: LivePairs, near places: [NodeID: FeedItem]
    ) throws(FeedError) -> [FeedItem] {
        let id = item.node.id
        guard let partner = pairs.partner(of: id) else { return [item] }
        var found = places[partner]
        if found == nil { found = try reader.item(partner) }
        guard let other = found, choice.contains(other) else { return [item] }
        return pairs.isMovie(id) ? [other, item] : [item, other]
    }

    /// The paths that the layout demands for files that belong together.
    func layouts(of files: [FeedItem]) -> [[String]] {
        files.map { file in
            choice.layout.path(of: file, account: account, beside: files[0])
        }
    }

    /// Adds an item of the feed, or a still picture and its movie.
    private mutating func add(_ items: [FeedItem]) throws(FeedError) {
        var found: [Found] = []
        for (item, components) in zip(items, layouts(of: items)) {
            found.append(try find(item, components))
        }
        var files = found.map(\.file)
        try names.settle(&files)
        for (var found, file) in zip(found, files) {
            if !file.row.hasPaths(of: found.file.row) { found.isChanged = true }
            found.file = file
            add(found)
        }
    }

    private mutating func add(_ found: Found) {
        let row = found.file.row
        if found.isUnread { unread.append(row) }
        if let version = found.unsettled {
            unsettled.append(row)
            settledParts.append(version)
        }
        if found.isWanted {
            want(row, found.file.item)
        } else if found.isChanged {
            changed.append(row)
        }
    }

    /// Finds the row of an item, and its file.
    private mutating func find(
        _ item: FeedItem, _ components: [String]
    ) throws(FeedError) -> Found {
        func open(_ row: OriginalRow, isWanted: Bool = true) -> Found {
            let file = NamedFile(item: item, components: components, row: row, place: .open)
            return Found(file: file, isWanted: isWanted)
        }
        let new = OriginalRow(item, path: "", layoutPath: "")
        guard var row = known[item.node.id] else { return open(new) }
        switch row.state {
        case .paused, .cancelled:
            progress.held += 1
            return open(row, isWanted: false)
        case .waiting, .running, .failed:
            guard row.version != OriginalVersion(item.node) else { return open(row) }
            // A killed run may have put the former version in place.
            guard let placed = try folder.finished(row) else {
                names.release(&row)
                return open(new)
            }
            row = placed
        case .done: break
        }
        let version = row.version
        let status = try folder.status(of: row.path)
        guard row.hasContent(of: item.node) else {
            // The former file is kept.
            if let status {
                if let fault = row.fault(status), fault.verdict == .unknown {
                    return fail(row, fault, in: item, components)
                }
                try folder.setAside(row.path, as: OriginalDigits.of(row.revision, count: 8))
            }
            // The download of the former version, which a killed run may have left.
            settledParts.append(version)
            names.release(&row)
            return open(new)
        }
        var isChanged = row.follow(item)
        guard let status else {
            row.blocks = nil
            return open(row)
        }
        if let fault = row.fault(status) { return fail(row, fault, in: item, components) }
        if row.noteReturn() { isChanged = true }
        progress.present += 1
        let isUntouched = row.isUntouched(status)
        var found = Found(
            file: NamedFile(
                item: item, components: components, row: row,
                place: isUntouched ? .untouched : .fixed), isChanged: isChanged)
        found.isUnread = isUntouched && item.node.mediaInfo?.isOfOriginal != true
        if status.linkCount > 1, folder.hasPart(of: version) {
            try folder.flushLater(row.path)
            found.unsettled = version
        }
        return found
    }

    /// Notes that a path has something that cannot be the original, which stays for its user.
    private mutating func fail(
        _ row: OriginalRow, _ fault: (verdict: OriginalVerdict, advice: String), in item: FeedItem,
        _ components: [String]
    ) -> Found {
        var row = row
        row.failure = fault.verdict.rawValue
        progress.failed += 1
        failures.append((row.display, fault.advice))
        let file = NamedFile(item: item, components: components, row: row, place: .fixed)
        return Found(file: file, isChanged: true)
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
}
