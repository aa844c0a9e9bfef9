/// The part of the feed to read.
///
/// `FeedReader.window(_:)` returns the window of a query; `continuing(after:)` makes the query of
/// the next one. A limit of less than 1 traps.
public struct FeedQuery: Hashable, Sendable {
    /// The maximum number of items in a window.
    public let limit: Int
    /// The lower limit of the items' dates, inclusive.
    public let since: FeedTime?
    /// The upper limit of the items' dates, exclusive.
    public let until: FeedTime?
    /// The position after which the window begins: the `next` of the previous window.
    public let after: FeedPosition?
    /// The time whose feed is read, as the library's journal records it; `nil` for the present.
    public let time: FeedTime?

    /// Creates a query for the newest `limit` items within the given limits.
    ///
    /// - Parameter time: the time whose feed is read; `nil` for the present.
    public init(
        limit: Int, since: FeedTime? = nil, until: FeedTime? = nil, after: FeedPosition? = nil,
        at time: FeedTime? = nil
    ) {
        precondition(limit > 0, "the limit of a window must be at least 1")
        self.limit = limit
        self.since = since
        self.until = until
        self.after = after
        self.time = time
    }

    /// Returns the same query, continued after `position`.
    public func continuing(after position: FeedPosition) -> FeedQuery {
        FeedQuery(limit: limit, since: since, until: until, after: position, at: time)
    }
}
