/// A library in a merged feed: its items that were read and not yet taken.
struct MergedSource {
    private let reader: any FeedReader
    /// The next window to read; `nil` after the last one, and after a failure.
    private var query: FeedQuery?
    private var items: [FeedItem] = []
    /// The index of the next item.
    private var first = 0
    private(set) var failure: FeedError?

    init(_ reader: any FeedReader, _ query: FeedQuery) {
        self.reader = reader
        self.query = query
    }

    /// Whether the next item is in a window that has not been read.
    var isExhausted: Bool { first == items.count && query != nil }

    /// Returns the date of the next item; `nil` at the end.
    mutating func nextDate() -> FeedTime? {
        while first == items.count, query != nil { readWindow() }
        return first < items.count ? items[first].node.date : nil
    }

    /// Removes the next item, whose date `nextDate` has returned.
    mutating func removeFirst() -> FeedItem {
        defer { first += 1 }
        return items[first]
    }

    /// Calls `body` for the next items with a date, `limit` at most.
    mutating func forEachNext(of date: FeedTime, limit: Int, _ body: (FeedItem) -> Void) {
        for number in 0..<limit {
            while first + number >= items.count, query != nil { readWindow() }
            guard first + number < items.count else { return }
            let item = items[first + number]
            guard item.node.date == date else { return }
            body(item)
        }
    }

    private mutating func readWindow() {
        guard let query else { return }
        do throws(FeedError) {
            let window = try reader.window(query)
            items.removeSubrange(..<first)
            first = 0
            items += window.items
            self.query = window.next.map(query.continuing(after:))
        } catch {
            failure = error
            self.query = nil
        }
    }
}
