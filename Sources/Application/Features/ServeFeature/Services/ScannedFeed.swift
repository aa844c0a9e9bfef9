import PhotoFeed

/// The examination of libraries in the order of their rows, for the index of a selection.
///
/// It keeps 48 bytes for each item of the selection and each video until all rows were examined,
/// with several libraries for each item: a copy in another library is shown once, and the search is
/// about the first of them. Then the items are sorted by their dates, and the movies of live photos
/// are left out. For a selection of 65,536 items at most, 24 bytes of each item are kept, so that
/// its items are read by their numbers. Those of a larger one are dense enough to be found by their
/// dates, but for the items of a long part of the index, of which 24 bytes are kept, too: such a
/// part has many items of one date.
struct ScannedFeed {
    /// The largest number of items of a selection of which all are kept, 1.6 MB.
    static let keptItems = 65_536

    /// The place of an item in its library.
    private struct KeptItem {
        let date: Int64
        let number: Int64
        let library: Int

        init(_ entry: ScannedEntry) {
            date = entry.date
            number = entry.number
            library = entry.position
        }
    }

    private let libraries: [any FeedScanning]
    private let selection: FeedSelection
    private var words: SearchScan
    private var entries: [ScannedEntry] = []
    private var places: [MediaInfo.Location] = []
    /// The library that is examined, and the number after which it continues.
    private var library = 0
    private var next: Int64 = 0
    /// The items that are read by their numbers, and the positions of their runs in the index, each
    /// with the place of its first item.
    private var kept: [KeptItem] = []
    private var runs: [(positions: Range<Int>, start: Int)] = []
    /// The libraries of kept items at some positions, if they are in several.
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

    /// Adds all items to the index, which is empty, and forgets what is not kept.
    mutating func finish(_ index: inout FeedIndex) {
        entries.sort(by: ScannedEntry.isBefore)
        var shared: [[Int]?] = []
        if libraries.count > 1 {
            let merged = Self.merged(entries)
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
        let isLarge = visible.count > Self.keptItems
        let read = isLarge ? index.longParts : [0..<visible.count]
        kept.reserveCapacity(read.reduce(0) { $0 + $1.count })
        for positions in read {
            runs.append((positions, kept.count))
            for position in positions {
                kept.append(KeptItem(entries[visible[position]]))
                if !shared.isEmpty { copies[position] = shared[visible[position]] }
            }
        }
        (entries, places) = ([], [])
    }

    /// Returns the entries without the copies of one date, and the libraries of those with copies.
    ///
    /// Copies are found as `MergedFeed` finds them: among a limited number of items of one date in
    /// each library.
    private static func merged(
        _ entries: [ScannedEntry]
    ) -> [(entry: ScannedEntry, libraries: [Int]?)] {
        var found: [(entry: ScannedEntry, libraries: [Int]?)] = []
        found.reserveCapacity(entries.count)
        var start = 0
        while start < entries.count {
            var end = start + 1
            while end < entries.count, entries[end].date == entries[start].date { end += 1 }
            let compared = end - start > 1 ? contents(of: entries[start..<end]) : [:]
            var shown: Set<UInt64> = []
            for entry in entries[start..<end] {
                guard let libraries = compared[entry.content], libraries.contains(entry.position)
                else {
                    found.append((entry, nil))
                    continue
                }
                guard shown.insert(entry.content).inserted else { continue }
                found.append((entry, libraries.count > 1 ? libraries : nil))
            }
            start = end
        }
        return found
    }

    /// The contents among which copies are found, with the libraries that have them.
    private static func contents(of entries: ArraySlice<ScannedEntry>) -> [UInt64: [Int]] {
        var contents: [UInt64: [Int]] = [:]
        var (library, count) = (-1, 0)
        for entry in entries {
            if entry.position != library { (library, count) = (entry.position, 0) }
            count += 1
            guard count <= MergedFeed.copyRange, entry.content != 0 else { continue }
            if contents[entry.content]?.last != library {
                contents[entry.content, default: []].append(library)
            }
        }
        return contents
    }

    /// The items at some positions; `nil` if they are to be found by their dates.
    ///
    /// - Throws: the error of a library. Fewer items are returned if the library has changed.
    func items(at positions: Range<Int>) throws(FeedError) -> [MergedItem]? {
        guard
            let run = runs.last(where: { $0.positions.lowerBound <= positions.lowerBound }),
            positions.upperBound <= run.positions.upperBound
        else { return nil }
        let first = run.start - run.positions.lowerBound
        var found: [Int: FeedItem] = [:]
        for library in Set(positions.map { kept[first + $0].library }) {
            let own = positions.filter { kept[first + $0].library == library }
            let items = try libraries[library].items(
                numbered: own.map { kept[first + $0].number })
            guard items.count == own.count else { return [] }
            for (position, item) in zip(own, items) { found[position] = item }
        }
        return positions.compactMap { position in
            guard let item = found[position] else { return nil }
            let entry = kept[first + position]
            let merged = MergedItem(item, in: copies[position] ?? [entry.library])
            let isSame = item.node.date.secondsSinceEpoch == entry.date
            return isSame && selection.contains(merged) ? merged : nil
        }
    }
}
