/// Which part of the feed to read.
public struct FeedQuery: Hashable, Sendable {
    /// The most items in a window.
    public let limit: Int
    /// Only items of this moment and later.
    public let since: FeedTime?
    /// Only items before this moment.
    public let until: FeedTime?
    /// Only items behind this one, which was the `next` of the window before.
    public let after: FeedPosition?

    /// The newest `limit` items that fit.
    public init(
        limit: Int, since: FeedTime? = nil, until: FeedTime? = nil, after: FeedPosition? = nil
    ) {
        precondition(limit > 0, "a window of the feed holds at least one item")
        self.limit = limit
        self.since = since
        self.until = until
        self.after = after
    }

    /// The same part, behind `position`.
    public func continuing(after position: FeedPosition) -> FeedQuery {
        FeedQuery(limit: limit, since: since, until: until, after: position)
    }
}
