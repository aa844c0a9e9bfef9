import PhotoFeed

/// A selection of the feed with its index, which is made in steps.
final class FeedView {  // not @Schedulable: its owner, ServedFeed, is checked
    /// The state of the libraries with which the index was begun.
    let version: Int
    private let selection: FeedSelection
    private let libraries: [any FeedReader]
    /// The rest of the feed that is to be examined; `nil` when the index is complete.
    private var rest: MergedFeed?
    private(set) var index = FeedIndex()
    /// The errors of the libraries that could not be read, by their positions.
    private(set) var failures: [Int: FeedError] = [:]

    init(_ selection: FeedSelection, of libraries: [any FeedReader], version: Int = 1) {
        self.version = version
        self.selection = selection
        self.libraries = libraries
        rest = Self.feed(of: libraries, FeedQuery(limit: 512))
    }

    var isComplete: Bool { rest == nil }

    /// Examines about `limit` further items; returns whether the index is complete.
    func grow(by limit: Int) -> Bool {
        guard var feed = rest.take() else { return true }
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
        rest = feed
        return false
    }

    /// Returns the items at some positions; `nil` if the libraries are not those of the index.
    func items(at positions: Range<Int>) -> [MergedItem]? {
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
