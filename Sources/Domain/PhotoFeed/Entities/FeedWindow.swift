/// A window of the feed: some of its items, newest first.
public struct FeedWindow: Hashable, Sendable {
    /// The items, newest first.
    public let items: [FeedItem]
    /// The start of the next window; `nil` if this is the last.
    public let next: FeedPosition?

    /// Creates a window of `items`.
    public init(items: [FeedItem], next: FeedPosition?) {
        self.items = items
        self.next = next
    }
}
