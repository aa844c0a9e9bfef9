/// Runs work items one at a time, in posting order for each producer.
///
/// A scheduler is an isolation domain: two threads never touch its confined state at the same time,
/// so that state needs no lock. It is also an executor, to which an actor or a task can be pinned
/// (SE-0392, SE-0417, SE-0424, SE-0471).
///
/// ```swift
/// scheduler.schedule { print("on \(Schedulers.current?.name ?? "no scheduler")") }
/// let delayed = scheduler.schedule(after: .seconds(30)) { print("half a minute later") }
/// delayed.cancel()
/// ```
///
/// Use the schedulers of this package: `MainScheduler` for the user interface, a `WorkScheduler`
/// for work beside it, and a `VirtualScheduler` in tests. Code that receives its scheduler as `any
/// Scheduler` runs unchanged on each of them. To call a service on another scheduler, use a
/// `SchedulerBound`; for values over time, use a `BoundSignal`. Post closures yourself only where
/// neither fits.
///
/// Any thread may post. Every closure runs on the scheduler, and its captures are released there.
/// A post costs one allocation, that of the closure, and a short lock.
///
/// A scheduler of your own keeps `WorkItem`s in a queue. It runs each item by `WorkItem.run(on:)`,
/// or ends the item by `WorkItem.skip(on:)` during a shutdown. For an item with a later moment it
/// returns a `ScheduledWork`, from which it takes the item when the moment has come.
/// `SchedulerConformance` of `SchedulingTestKit` checks the rules. A scheduler that can run other
/// work while an item waits conforms to `ServingScheduler`.
public protocol Scheduler: SerialExecutor, TaskExecutor {
    /// The name for logs, traces and reports; the thread of a `WorkScheduler` has it, too.
    var name: String { get }

    /// The current time of the scheduler's clock.
    var now: SchedulerInstant { get }

    /// Whether the caller runs inside this scheduler and may touch its confined state directly.
    ///
    /// Where schedulers are nested on one thread, only the innermost one is current.
    var isCurrent: Bool { get }

    /// Whether the calling thread may run an item of this scheduler now.
    ///
    /// `WorkItem.run(on:)` and `skip(on:)` trap where it is `false`. Otherwise anybody could make a
    /// thread part of the scheduler. Compare the thread or the queue that runs the items, not a
    /// flag that stays set.
    var isRunByCaller: Bool { get }

    /// The work items that wait for their turn.
    ///
    /// The value is exact on the scheduler itself, and may be out of date elsewhere.
    var backlog: Backlog { get }

    /// Whether a test moves the clock, so that deadlines follow it instead of real time.
    ///
    /// The default is `false`.
    var hasVirtualTime: Bool { get }

    /// Whether work of this scheduler may block its thread.
    ///
    /// The default is `true`; it is `false` for the main scheduler.
    var permitsBlocking: Bool { get }

    /// The direct path of a task to this scheduler while it waits for work; `nil` by default.
    ///
    /// The task then needs no item in the queue. A scheduler that passes all its work to a
    /// `WorkScheduler`, and is current whenever the `WorkScheduler` is, may return the path of the
    /// `WorkScheduler`.
    var directPath: DirectPath? { get }

    /// Queues an item after everything that this producer has posted before.
    func post(_ item: consuming WorkItem) -> PostResult

    /// Queues an item for a moment, after those for an equal moment that were posted before.
    ///
    /// - Parameters:
    ///   - item: the item to run.
    ///   - moment: the earliest moment at which it may run.
    ///   - tolerance: how much later the item may run, so that several wake-ups can be one.
    func post(_ item: consuming WorkItem, at moment: SchedulerInstant, tolerance: Duration)
        -> ScheduledWork

    /// Reports that scheduled work was cancelled before its moment; called from any thread.
    ///
    /// The scheduler can reclaim its memory. The default does nothing.
    func scheduledWorkWasCancelled()
}

extension Scheduler {
    /// `false`: the clock is the clock of the system.
    public var hasVirtualTime: Bool { false }

    /// `true`: work may block the thread.
    public var permitsBlocking: Bool { true }

    /// `nil`: each call of a task is queued.
    public var directPath: DirectPath? { nil }

    /// Does nothing.
    public func scheduledWorkWasCancelled() {}
}
