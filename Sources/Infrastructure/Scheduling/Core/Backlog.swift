/// The work items that wait for their turn on a scheduler.
public struct Backlog: Hashable, Sendable {
    /// The number of waiting items; items that wait for a later moment do not count.
    public let count: Int
    /// The wait of the oldest item; `nil` when no item waits or `TraceOptions.times` is off.
    public let oldestWait: Duration?

    /// A backlog of `count` items.
    public init(count: Int, oldestWait: Duration?) {
        self.count = count
        self.oldestWait = oldestWait
    }

    /// The backlog of a scheduler on which no item waits.
    public static let none = Backlog(count: 0, oldestWait: nil)
}
