import PhotoFeed

/// A selection of the feed with its index, which is made in steps.
///
/// A single library is examined in the order of its rows, which is the fastest one. Several
/// libraries are examined as one feed, in its order, since a copy in another library is shown once.
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
    /// The errors of the libraries that could not be read, by their positions.
    private(set) var failures: [Int: FeedError] = [:]

    /// - Parameter isScanned: whether a single library is examined in the order of its rows.
    init(
        _ selection: FeedSelection, of libraries: [any FeedReader], version: Int = 1,
        isScanned: Bool = true
    ) {
        self.version = version
        self.selection = selection
        self.libraries = libraries
        source =
            if isScanned, libraries.count == 1, let library = libraries[0] as? any FeedScanning {
                .scanned(ScannedFeed(library, selection))
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
            if feed.grow(by: limit ?? Self.steps.rows, &index) {
                feed.finish(&index)
                failures[0] = feed.failure
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
        if case .scanned(let feed) = source {
            do throws(FeedError) {
                if let items = try feed.items(at: positions) {
                    return items.count == positions.count ? items : nil
                }
            } catch { return nil }
        }
        var found: [MergedItem] = []
        for part in index.parts(of: positions) {
            guard let items = items(of: part), items.count == part.count else { return nil }
            let wanted = positions.clamped(to: part.first..<part.first + part.count)
            found += items[(wanted.lowerBound - part.first)..<(wanted.upperBound - part.first)]
        }
        return found.count == positions.count ? found : nil
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
            items += next.filter(selection.contains)
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
