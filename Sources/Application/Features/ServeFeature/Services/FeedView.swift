import PhotoFeed

/// A selection of the feed with its index, which is made in steps.
///
/// Libraries are examined in the order of their rows, which is the fastest one. If one of them has
/// no rows that can be examined, they are examined as one feed, in its order, and the movies of
/// live photos are items of their own.
final class FeedView {  // not @Schedulable: its owner, ServedFeed, is checked
    private enum Source {
        case merged(MergedFeed)
        case scanned(ScannedFeed)
    }

    /// The number of items of a feed that are examined in about a tenth of a second, and the number
    /// of rows of a library.
    private static let steps = (items: 4_096, rows: 32_768)

    /// The state of the libraries with which the index was begun.
    let version: Int
    private let selection: FeedSelection
    private let libraries: [any FeedReader]
    private var source: Source
    private(set) var isComplete = false
    private(set) var index = FeedIndex()
    /// The live photos, whose movies are not items.
    private var live = LivePhotos()
    /// The errors of the libraries that could not be read, by their positions.
    private(set) var failures: [Int: FeedError] = [:]

    /// - Parameter isScanned: whether libraries are examined in the order of their rows.
    init(
        _ selection: FeedSelection, of libraries: [any FeedReader], version: Int = 1,
        isScanned: Bool = true
    ) {
        self.version = version
        self.selection = selection
        self.libraries = libraries
        source =
            if isScanned, let feed = ScannedFeed(libraries, selection) {
                .scanned(feed)
            } else { .merged(Self.feed(of: libraries, FeedQuery(limit: 512))) }
    }

    /// Examines further items for about a tenth of a second; returns whether the index is complete.
    ///
    /// - Parameter limit: the number of items, if it is not the usual one.
    func grow(by limit: Int? = nil) -> Bool {
        if isComplete { return true }
        switch source {
        case .merged(var feed):
            isComplete = examine(&feed, limit ?? Self.steps.items)
            source = .merged(feed)
        case .scanned(var feed):
            // The view holds no second reference to the items while they are collected.
            source = .merged(MergedFeed([], FeedQuery(limit: 1)))
            if feed.grow(by: limit ?? Self.steps.rows) {
                feed.finish(&index)
                failures = feed.failures
                live = feed.live
                isComplete = true
            }
            source = .scanned(feed)
        }
        return isComplete
    }

    /// Examines the next items; returns whether all were examined.
    private func examine(_ feed: inout MergedFeed, _ limit: Int) -> Bool {
        var examined = 0
        while examined < limit {
            let items = feed.next(limit - examined)
            guard !items.isEmpty else {
                failures = feed.failures
                return true
            }
            examined += items.count
            for item in items where selection.contains(item) { index.add(item.item.node) }
        }
        return false
    }

    /// Returns the items at some positions; `nil` if the libraries are not those of the index.
    func items(at positions: Range<Int>) -> [MergedItem]? {
        if let items = numberedItems(at: positions) {
            return items.count == positions.count ? items : nil
        }
        var found: [MergedItem] = []
        for part in index.parts(of: positions) {
            let wanted = positions.clamped(to: part.first..<part.first + part.count)
            if let items = numberedItems(at: wanted) {
                found += items
                continue
            }
            guard let items = items(of: part), items.count == part.count else { return nil }
            found += items[(wanted.lowerBound - part.first)..<(wanted.upperBound - part.first)]
        }
        return found.count == positions.count ? found : nil
    }

    /// Whether an item is a photo that has a movie: another file, or the end of its own.
    func isLive(_ item: MergedItem) -> Bool {
        item.item.motionLength != nil || (item.item.node.kind == .photo && isInPair(item))
    }

    /// The number of the movie of a live photo in its library; `nil` for every other item.
    func movie(of item: FeedItem, in library: Int) -> Int64? {
        live.movie(PairRule.keys(of: item, in: library))
    }

    private func isMovieOfPair(_ item: MergedItem) -> Bool {
        item.item.node.kind == .video && isInPair(item)
    }

    private func isInPair(_ item: MergedItem) -> Bool {
        movie(of: item.item, in: item.libraries[0]) != nil
    }

    /// The items that are read by their numbers, fewer if a library has changed or cannot be read;
    /// `nil` if they are to be found by their dates.
    private func numberedItems(at positions: Range<Int>) -> [MergedItem]? {
        guard case .scanned(let feed) = source else { return nil }
        do throws(FeedError) { return try feed.items(at: positions) } catch { return [] }
    }

    private func items(of part: FeedIndex.Part) -> [MergedItem]? {
        let (end, isLast) = part.newest.secondsSinceEpoch.addingReportingOverflow(1)
        var feed = Self.feed(
            of: libraries,
            FeedQuery(
                limit: min(part.count + 1, 4_096), since: part.oldest,
                until: isLast ? nil : FeedTime(secondsSinceEpoch: end)))
        var items: [MergedItem] = []
        while case let next = feed.next(part.count + 1 - items.count), !next.isEmpty {
            items += next.filter { selection.contains($0) && !isMovieOfPair($0) }
            if items.count > part.count { return nil }
        }
        // The failures of the index are shown; a library that fails since then changes the feed.
        return feed.failures.keys.allSatisfy { failures[$0] != nil } ? items : nil
    }

    private static func feed(of libraries: [any FeedReader], _ query: FeedQuery) -> MergedFeed {
        // The files of one library are shown as they are.
        MergedFeed(libraries, query, showingCopies: libraries.count == 1)
    }
}
