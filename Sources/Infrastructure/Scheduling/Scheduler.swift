/// Runs work one item at a time, in posting order for each producer.
///
/// A scheduler is an isolation domain: what is confined to it is never touched by two threads at once, and needs no lock.
/// It is also an executor, so that an actor or a task can be pinned to it (SE-0392, SE-0417, SE-0424, SE-0471).
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

    /// Queues an item behind everything that this producer has posted before.
    func post(_ item: consuming WorkItem) -> Posting

    /// Queues an item for a moment, behind those of an equal moment that were posted before.
    ///
    /// - Parameter tolerance: how much later the item may run, where that lets several wake-ups become one.
    func post(_ item: consuming WorkItem, at moment: SchedulerInstant, tolerance: Duration)
        -> ScheduledWork
}
