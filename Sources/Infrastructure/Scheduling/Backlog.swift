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

/// An observation of a scheduler's backlog; it ends when it is cancelled or released.
public final class BacklogObservation: Sendable {
    private let instrumentation: SchedulerInstrumentation
    private let id: UInt64

    init(instrumentation: SchedulerInstrumentation, id: UInt64) {
        self.instrumentation = instrumentation
        self.id = id
    }

    deinit { cancel() }

    /// Ends the observation, from any thread; a report that is under way may still arrive.
    public func cancel() { instrumentation.removeObserver(id) }
}
