/// Some items of the feed, newest first.
public struct FeedWindow: Hashable, Sendable {
    /// The items, newest first.
    public let items: [FeedItem]
    /// Where the next window begins; `nil` when this was the last.
    public let next: FeedPosition?

    /// A window of `items`.
    public init(items: [FeedItem], next: FeedPosition?) {
        self.items = items
        self.next = next
    }
}
