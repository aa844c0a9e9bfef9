/// How many events may wait for a receiver, and what happens to the next one.
///
/// Without a limit, memory is the only one. A limit makes posters wait or loses events, and only
/// the program can choose among these.
public struct EventLimit<Posted>: Sendable {
    enum Policy: Sendable {
        case wait
        case dropOldest
        case keepLast(by: @Sendable (Posted) -> String)
    }

    /// The number of events that may wait.
    public let capacity: Int
    let policy: Policy?

    private init(_ capacity: Int, _ policy: Policy?) {
        precondition(capacity > 0, "the capacity of a receiver must be at least 1")
        self.capacity = capacity
        self.policy = policy
    }

    /// Any number of events wait.
    public static var none: EventLimit { EventLimit(.max, nil) }

    /// The poster waits until the receiver has space: back-pressure.
    ///
    /// A task is suspended; other code blocks its thread. The event exceeds the capacity, and is
    /// counted, where waiting is not possible: on the main scheduler, on the scheduler of the
    /// receiver itself, in a cycle of schedulers that wait for each other, in virtual time, and in
    /// synchronous code of a task.
    public static func wait(beyond capacity: Int) -> EventLimit { EventLimit(capacity, .wait) }

    /// The event that has waited longest is dropped, and counted.
    public static func dropOldest(beyond capacity: Int) -> EventLimit {
        EventLimit(capacity, .dropOldest)
    }

    /// Of several waiting events with the same key, only the last one is kept, full or not.
    ///
    /// It takes the place of the earlier one, which is counted as dropped. So a key that is posted
    /// again and again still arrives. If all keys differ, the event that has waited longest is
    /// dropped.
    ///
    /// - Parameters:
    ///   - capacity: the number of events that may wait.
    ///   - key: returns the key of an event; runs on the poster's thread.
    public static func keepLast(
        beyond capacity: Int, by key: @escaping @Sendable (Posted) -> String
    ) -> EventLimit {
        EventLimit(capacity, .keepLast(by: key))
    }
}
