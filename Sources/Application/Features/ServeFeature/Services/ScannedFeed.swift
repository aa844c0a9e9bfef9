import PhotoFeed

/// The examination of libraries in the order of their rows, for the index of a selection.
///
/// It keeps 48 bytes for each item of the selection and each video until all rows were examined,
/// with several libraries for each item: a copy in another library is shown once, and the search is
/// about the first of them. Then the items are sorted by their dates, and the movies of live photos
/// are left out. For a selection of 65,536 items at most, the entries are kept, so that its items
/// are read by their numbers. Those of a larger one are dense enough to be found by their dates.
struct ScannedFeed {
    /// The largest number of items whose entries are kept, 3.1 MB.
    static let keptItems = 65_536

    private let libraries: [any FeedScanning]
    private let selection: FeedSelection
    private var words: SearchScan
    private var entries: [ScannedEntry] = []
    private var places: [MediaInfo.Location] = []
    /// The library that is examined, and the number after which it continues.
    private var library = 0
    private var next: Int64 = 0
    /// The libraries of the items at some positions, if they are in several.
    private var copies: [Int: [Int]] = [:]
    /// The live photos, when all rows were examined.
    private(set) var live = LivePhotos()
    /// The errors of the libraries that could not be read, by their positions.
    private(set) var failures: [Int: FeedError] = [:]

    /// Creates the examination; `nil` if a library has no rows that can be examined.
    init?(_ libraries: [any FeedReader], _ selection: FeedSelection) {
        let scanning = libraries.compactMap { $0 as? any FeedScanning }
        guard scanning.count == libraries.count, libraries.count <= Int(Int16.max) else {
            return nil
        }
        self.libraries = scanning
        self.selection = selection
        words = SearchScan(selection.words)
    }

    /// Examines the next items, `limit` at most; returns whether all were examined.
    mutating func grow(by limit: Int) -> Bool {
        guard library < libraries.count else { return true }
        var (words, entries, places) = (words, self.entries, self.places)
        (self.entries, self.places) = ([], [])
        let (library, isPlural) = (library, libraries.count > 1)
        var folder: (number: Int64, key: UInt64)?
        do throws(FeedError) {
            let last = try libraries[library].scan(after: next, limit: limit) { item in
                let isMatch = words.matches(item)
                // A movie belongs to a photo that the search finds, although it has other words.
                guard isMatch || isPlural || item.kind == .video else { return }
                if folder?.number != item.folder {
                    let key = PairRule.folderKey(item.folderPath.utf8, library: library)
                    folder = (item.folder, key)
                }
                let pair = PairRule.key(
                    folder: folder?.key ?? 0, name: item.name, isVideo: item.kind == .video)
                if isMatch, let place = item.location { places.append(place) }
                let hasPlace = isMatch && item.location != nil
                entries.append(
                    ScannedEntry(
                        item, in: library, pair: pair,
                        place: hasPlace ? Int32(clamping: places.count - 1) : -1,
                        isMatch: isMatch))
            }
            if let last { next = last } else { beginNextLibrary() }
        } catch {
            failures[library] = error
            beginNextLibrary()
        }
        if self.library == library { self.words = words }
        (self.entries, self.places) = (entries, places)
        return self.library == libraries.count
    }

    private mutating func beginNextLibrary() {
        library += 1
        next = 0
        // The numbers of folders are those of a library.
        words = SearchScan(selection.words)
    }

    /// Adds all items to the index, and forgets the entries that are not kept.
    ///
    /// - Returns: whether it has done so. Copies are compared only among a limited number of items
    ///   of one date (`MergedFeed.copyRange`); with more, the feed has to be examined in its order.
    mutating func finish(_ index: inout FeedIndex) -> Bool {
        entries.sort(by: ScannedEntry.isBefore)
        var shared: [[Int]?] = []
        if libraries.count > 1 {
            guard let merged = Self.merged(entries) else { return false }
            entries = merged.map(\.entry)
            shared = merged.map(\.libraries)
        }
        let own = entries.indices.filter { position in
            guard let wanted = selection.library else { return true }
            let libraries = shared.isEmpty ? nil : shared[position]
            return libraries?.contains(wanted) ?? (entries[position].position == wanted)
        }
        live = LivePhotos(
            of: entries, at: own.filter { entries[$0].isMatch || entries[$0].isVideo })
        let visible = own.filter { position in
            let entry = entries[position]
            return entry.isMatch && !(entry.isVideo && live.movie(entry.pairKeys) != nil)
        }
        for position in visible {
            let entry = entries[position]
            index.addFacts(
                isVideo: entry.isVideo, place: entry.place < 0 ? nil : places[Int(entry.place)])
            index.addTime(
                FeedTime(secondsSinceEpoch: entry.date), wallSeconds: entry.wallSeconds)
        }
        if visible.count > Self.keptItems {
            entries = []
        } else {
            for (number, position) in visible.enumerated() where !shared.isEmpty {
                copies[number] = shared[position]
            }
            entries = visible.map { entries[$0] }
        }
        places = []
        return true
    }

    /// Returns the entries without the copies of one date, and the libraries of those with copies.
    private static func merged(
        _ entries: [ScannedEntry]
    ) -> [(entry: ScannedEntry, libraries: [Int]?)]? {
        var found: [(entry: ScannedEntry, libraries: [Int]?)] = []
        found.reserveCapacity(entries.count)
        var start = 0
        while start < entries.count {
            var end = start + 1
            while end < entries.count, entries[end].date == entries[start].date { end += 1 }
            guard end - start <= MergedFeed.copyRange else { return nil }
            var shown: [UInt64: Int] = [:]
            for entry in entries[start..<end] {
                if entry.content != 0, let first = shown[entry.content] {
                    var libraries = found[first].libraries ?? [found[first].entry.position]
                    if libraries.last != entry.position { libraries.append(entry.position) }
                    found[first].libraries = libraries
                    continue
                }
                if end - start > 1, entry.content != 0 { shown[entry.content] = found.count }
                found.append((entry, nil))
            }
            start = end
        }
        return found
    }

    /// The items at some positions; `nil` if they are to be found by their dates.
    ///
    /// - Throws: the error of a library. Fewer items are returned if the library has changed.
    func items(at positions: Range<Int>) throws(FeedError) -> [MergedItem]? {
        guard positions.upperBound <= entries.count else { return nil }
        var found: [Int: FeedItem] = [:]
        for library in Set(positions.map { entries[$0].position }) {
            let own = positions.filter { entries[$0].position == library }
            let items = try libraries[library].items(numbered: own.map { entries[$0].number })
            guard items.count == own.count else { return [] }
            for (position, item) in zip(own, items) { found[position] = item }
        }
        return positions.compactMap { position in
            guard let item = found[position] else { return nil }
            let merged = MergedItem(item, in: copies[position] ?? [entries[position].position])
            let isSame = item.node.date.secondsSinceEpoch == entries[position].date
            return isSame && selection.contains(merged) ? merged : nil
        }
    }
}
