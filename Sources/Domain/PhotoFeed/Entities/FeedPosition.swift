/// A position in the feed's order: by date, and by the order of arrival for equal dates.
///
/// It is a value of the library, and means the same to all of its readers, in any process.
public struct FeedPosition: Hashable, Sendable {
    /// The item's date.
    public let date: FeedTime
    /// The item's number in its library, unique as long as the item exists.
    public let number: Int64

    /// Creates the position of item `number` with the date `date`.
    public init(date: FeedTime, number: Int64) {
        self.date = date
        self.number = number
    }
}
