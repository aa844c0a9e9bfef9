/// A place in the feed's order: by date, and by the order of arrival among equal dates.
public struct FeedPosition: Hashable, Sendable {
    /// The item's date.
    public let date: FeedTime
    /// The item's number in its library; it belongs to no other item as long as the item is there.
    public let number: Int64

    /// The place of item `number`, dated `date`.
    public init(date: FeedTime, number: Int64) {
        self.date = date
        self.number = number
    }
}
