/// How many events may wait for a receiver, and what happens to the next one.
///
/// By default the number is unlimited: a limit makes posters wait or drops events, and only the
/// program can choose between the two.
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
    /// A task is suspended; other code blocks its thread. Where waiting is not possible, the event
    /// exceeds the capacity and is counted: on the main scheduler, on the scheduler of the receiver
    /// itself, in a cycle of schedulers that wait for each other, in virtual time, and in
    /// synchronous code of a task.
    public static func wait(beyond capacity: Int) -> EventLimit { EventLimit(capacity, .wait) }

    /// The event that has waited longest is dropped, and counted.
    public static func dropOldest(beyond capacity: Int) -> EventLimit {
        EventLimit(capacity, .dropOldest)
    }

    /// Of several waiting events with the same key, only the last is kept, even below the limit.
    ///
    /// It takes the place of the earlier one, which is counted as dropped. An event whose key is
    /// posted again and again therefore still arrives. If no waiting event has its key, and the
    /// limit is reached, the event that has waited longest is dropped.
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
