import Dispatch
import Foundation

/// A scheduler with a thread of its own, for business logic, I/O, and other work outside of the UI.
///
/// ```swift
/// let business = WorkScheduler(name: "BL")
/// let counter = SchedulerBound(on: business) { WordCounter() }
/// counter.schedule { _ = $0.add("to be or not to be") }
/// business.shutDown { report in print("\(report.skippedCount) items skipped") }
/// ```
///
/// Services that call each other belong on the same scheduler, where a call is direct. Most
/// programs need one work scheduler, and a further one for each part that blocks, such as a slow
/// disk. For work that uses several processors, use tasks of Swift concurrency instead.
///
/// All work runs on the scheduler's thread, which has its name in a debugger and in a trace. Work
/// that blocks the thread delays all other work of the scheduler.
///
/// A post takes a short lock, and one wake-up when the thread is parked. A thread without work
/// spins for some microseconds and then parks, so that it uses no processor. The scheduler exists
/// until it is shut down, even when no reference to it is left.
public final class WorkScheduler: Scheduler {
    /// The priority of the thread, relative to the user interface.
    public enum Priority: Sendable {
        /// The priority of the program's other threads.
        ///
        /// On Linux, a thread inherits the nice value of the thread that makes the scheduler. So a
        /// scheduler that is made on a `utility` scheduler has nice 5, too.
        case `default`
        /// Below the user interface: nice 5 on Linux, the utility class on Apple's systems.
        ///
        /// It is for work whose end no caller awaits: other programs delay it as long as they run.
        case utility

        var nice: Int32 { self == .default ? 0 : 5 }
    }

    /// The name, also of the thread (its first 15 bytes on Linux).
    public let name: String
    let queue: WorkQueue
    /// The inbox of the queue, copied here: the queue's own memory belongs to its thread.
    private let inbox: MPSCQueue<WorkItem>
    let parker = Parker()
    let directCallExecutor: DirectCallExecutor
    let end = Guarded(ShutdownState())

    /// Starts the thread; it ends after `shutDown`.
    ///
    /// - Parameters:
    ///   - name: the name for logs, traces, reports, and the thread.
    ///   - priority: the priority of the thread.
    ///   - capacity: the number of items that may wait in addition to those that the thread has
    ///     taken (at most as many again). A post beyond that is refused with `PostResult.full`.
    ///     Without it, memory is the only limit. Delayed items, and items that run `always`, do not
    ///     count.
    public init(name: String, priority: Priority = .default, capacity: Int? = nil) {
        self.name = name
        queue = WorkQueue(for: name, capacity: capacity, consumerIsIdle: false)
        inbox = queue.inbox
        directCallExecutor = DirectCallExecutor(to: inbox, parker)
        SystemThread.start(name, nice: priority.nice) { [self] in
            let completionHandlers = CurrentScheduler.enter(self) { loop(in: $0) }
            let report = queue.report
            for handler in completionHandlers { handler(report) }
        }
    }

    /// The current time of the system's monotonic clock.
    public var now: SchedulerInstant { .monotonicNow }

    /// Whether this scheduler runs the caller's code.
    public var isCurrent: Bool { CurrentScheduler.frame?.pointee.scheduler === self }

    /// Whether the caller is inside an item: only the scheduler's own thread runs the others.
    public var isRunByCaller: Bool { isCurrent }

    /// The work items that wait for their turn.
    public var backlog: Backlog { queue.backlog(onItsThread: isCurrent) }

    /// Calls `observer` on this scheduler with the backlog, each time the thread takes a batch.
    public func observeBacklog(_ observer: @escaping @Sendable (Backlog) -> Void)
        -> BacklogObservation
    {
        queue.observeBacklog(observer)
    }

    /// Queues an item after everything that this producer has posted before.
    public func post(_ item: consuming WorkItem) -> PostResult {
        guard item.respectsCapacity else { return postBeyondCapacity(item) }
        return postResult(inbox.append(item))
    }

    /// Queues an item for a moment.
    ///
    /// Where the item is refused, the scheduled work counts as cancelled.
    public func post(
        _ item: consuming WorkItem, at moment: SchedulerInstant, tolerance: Duration
    ) -> ScheduledWork {
        let behavior = item.atShutdown
        let work = ScheduledWork(item, at: moment, tolerance: tolerance, on: self)
        if !post(WorkItem(work, atShutdown: behavior)).isAccepted { _ = work.take() }
        return work
    }

    /// The direct path of a task to this scheduler while its thread waits for work.
    public var directPath: DirectPath? { DirectPath(executor: directCallExecutor) }

    /// Counts cancelled work that only takes up memory now.
    public func scheduledWorkWasCancelled() { queue.timerWasCancelled() }

    private func postResult(_ outcome: MPSCQueue<WorkItem>.Outcome) -> PostResult {
        switch outcome {
        case .queued: return .accepted
        case .queuedForIdleConsumer:
            parker.unpark()
            return .accepted
        case .full: return .full
        case .closed: return .shutDown
        }
    }

    /// Queues an item that a full queue accepts, too.
    ///
    /// An item with the choice `always` that arrives after the end runs on a Dispatch queue. No
    /// other work can be inside the scheduler then.
    private func postBeyondCapacity(_ item: consuming WorkItem) -> PostResult {
        let behavior = item.atShutdown
        var left = Optional(item)
        let outcome = inbox.appendBeyondCapacity(&left)
        if outcome != .closed || behavior != .always { return postResult(outcome) }
        let lateQueue = end.withLock { $0.accept(&left, for: name) }
        lateQueue?.async { [self] in CurrentScheduler.enter(self) { while runLate(in: $0) {} } }
        parker.unpark()  // also wakes a late item that waits
        return .accepted
    }

    /// Runs the work until the end, and returns the completion handlers.
    private func loop(
        in frame: UnsafeMutablePointer<CurrentScheduler>
    ) -> [@Sendable (ShutdownReport) -> Void] {
        // Copied to local variables, so that this thread leaves the scheduler's memory to the
        // posters.
        let (queue, inbox, parker) = (queue, inbox, parker)
        var spinThenPark = SpinThenPark()
        while true {
            while queue.runOne(in: frame, waiting: true) {}
            if queue.isClosing {
                if let completionHandlers = endWork(in: frame) { return completionHandlers }
            } else if !spinThenPark.spins(for: inbox), queue.prepareToPark() {
                parker.park(until: queue.wakeUp ?? .distantFuture)
            }
        }
    }
}
