/// Runs work one item at a time, in posting order for each producer.
///
/// A scheduler is an isolation domain: what is confined to it is never touched by two threads at once, and needs no lock.
/// It is also an executor, so that an actor or a task can be pinned to it (SE-0392, SE-0417, SE-0424, SE-0471).
///
/// A scheduler of your own keeps `WorkItem`s in a queue and runs each by `WorkItem.run(on:)`, or ends it by `WorkItem.skip(on:)`
/// when it is shut down. For a later moment it returns a `ScheduledWork`, and asks that for the item when the moment has come.
/// `SchedulerConformance` of `SchedulingTestKit` checks the rules. A scheduler that can run other work while an item waits conforms
/// to `ServingScheduler`.
public protocol Scheduler: SerialExecutor, TaskExecutor {
    /// The name that logs, traces and reports use; a `WorkScheduler`'s thread carries it too.
    var name: String { get }

    /// The present moment of the scheduler's clock.
    var now: SchedulerInstant { get }

    /// Whether the caller runs inside this scheduler, so that what is confined to it may be touched directly.
    ///
    /// Where schedulers are nested on one thread, only the innermost is current.
    var isCurrent: Bool { get }

    /// The work that waits for its turn; exact on the scheduler itself, and a moment old elsewhere.
    var backlog: Backlog { get }

    /// Whether a test moves the clock, so that deadlines are kept on it and not in real time; `false` by default.
    var hasVirtualTime: Bool { get }

    /// Whether work of this scheduler may block its thread; `true` by default, `false` for the main scheduler.
    var permitsBlocking: Bool { get }

    /// The way of a task to this scheduler while that waits for work, without an item in the queue; `nil` by default.
    ///
    /// A scheduler that passes all its work to a `WorkScheduler`, and is current where that is, may return the one of that.
    var directEntry: DirectEntry? { get }

    /// Queues an item behind everything that this producer has posted before.
    func post(_ item: consuming WorkItem) -> Posting

    /// Queues an item for a moment, behind those of an equal moment that were posted before.
    ///
    /// - Parameter tolerance: how much later the item may run, where that lets several wake-ups become one.
    func post(_ item: consuming WorkItem, at moment: SchedulerInstant, tolerance: Duration)
        -> ScheduledWork

    /// Reports that scheduled work was cancelled before its moment, so that its memory can be reclaimed; from any thread.
    ///
    /// Does nothing by default.
    func scheduledWorkWasCancelled()
}

extension Scheduler {
    /// `false`: the clock is the system's.
    public var hasVirtualTime: Bool { false }

    /// `true`: work may block the thread.
    public var permitsBlocking: Bool { true }

    /// `nil`: every call of a task queues.
    public var directEntry: DirectEntry? { nil }

    /// Does nothing.
    public func scheduledWorkWasCancelled() {}
}
