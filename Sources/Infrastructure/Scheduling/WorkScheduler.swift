import Dispatch
import Foundation

/// A scheduler that owns a thread: business logic, an I/O loop, anything that must not hold up the user interface.
///
/// Posting takes a short lock and, when the thread is parked, one wake-up; a thread without work spins for some microseconds
/// and then parks, and uses no processor. The scheduler lives until it is shut down, also when nobody holds it.
public final class WorkScheduler: Scheduler {
    /// How urgent the thread's work is, relative to the user interface's.
    public enum Priority: Sendable {
        /// As urgent as the program's other threads; on Linux a thread inherits the nice value of the thread that makes the
        /// scheduler, so one that is made on a `utility` scheduler has nice 5 too.
        case `default`
        /// Below the user interface: nice 5 on Linux, the utility class on Apple's systems.
        case utility

        var nice: Int32 { self == .default ? 0 : 5 }
    }

    /// The name, which the thread carries too (its first 15 bytes on Linux).
    public let name: String
    let queue: WorkQueue
    /// The queue's, at hand without a look at the queue's own memory, which is its thread's.
    private let inbox: Inbox<WorkItem>
    let parker = Parker()
    let nextTurn: NextTurn
    let end = Guarded(EndOfWork())

    /// Starts the thread; it ends after `shutDown`.
    ///
    /// - Parameters:
    ///   - name: the name for logs, traces, reports, and the thread.
    ///   - priority: the thread's urgency.
    ///   - capacity: how many items may wait behind those that the thread has taken up (at most as many again); a post
    ///     beyond that is answered with `Posting.full`. Without it, as many as there is memory for. What waits for a moment,
    ///     and what runs `always`, is not counted.
    public init(name: String, priority: Priority = .utility, capacity: Int? = nil) {
        self.name = name
        queue = WorkQueue(for: name, bound: capacity, consumerIsIdle: false)
        inbox = queue.inbox
        nextTurn = NextTurn(of: queue, parker)
        SystemThread.start(name, nice: priority.nice) { [self] in
            let listeners = CurrentScheduler.enter(self) { loop(in: $0) }
            let report = queue.report
            for listener in listeners { listener(report) }
        }
    }

    /// The present moment of the system's monotonic clock.
    public var now: SchedulerInstant { .monotonicNow }

    /// Whether the caller's code is run by this scheduler.
    public var isCurrent: Bool { CurrentScheduler.frame?.pointee.scheduler === self }

    /// The work that waits for its turn.
    public var backlog: Backlog { queue.backlog(onItsThread: isCurrent) }

    /// Tells `observer`, on this scheduler, of the backlog each time that the thread takes up a batch of it.
    public func observeBacklog(_ observer: @escaping @Sendable (Backlog) -> Void)
        -> BacklogObservation
    {
        queue.observeBacklog(observer)
    }

    /// Queues an item behind everything that this producer has posted before.
    public func post(_ item: consuming WorkItem) -> Posting {
        guard item.isBounded else { return postBeyondBound(item) }
        return posting(inbox.append(item))
    }

    /// Queues an item for a moment; where the item is refused, the scheduled work counts as cancelled.
    public func post(
        _ item: consuming WorkItem, at moment: SchedulerInstant, tolerance: Duration
    ) -> ScheduledWork {
        let choice = item.atShutdown
        let work = ScheduledWork(item, at: moment, tolerance: tolerance, on: self)
        if !post(WorkItem(work, atShutdown: choice)).isAccepted { _ = work.take() }
        return work
    }

    /// The way of a task to this scheduler while its thread waits for work.
    public var directEntry: DirectEntry? { DirectEntry(turn: nextTurn) }

    /// Counts the work that only takes up memory now.
    public func scheduledWorkWasCancelled() { queue.timerWasCancelled() }

    private func posting(_ outcome: Inbox<WorkItem>.Outcome) -> Posting {
        switch outcome {
        case .queued: return .accepted
        case .queuedForIdleConsumer:
            parker.unpark()
            return .accepted
        case .full: return .full
        case .closed: return .shutDown
        }
    }

    /// Queues what no bound refuses; what runs always does so after the end on a lane of its own, where nobody else can be inside
    /// any more.
    private func postBeyondBound(_ item: consuming WorkItem) -> Posting {
        let choice = item.atShutdown
        var left = Optional(item)
        let outcome = inbox.appendBeyondBound(&left)
        if outcome != .closed || choice != .always { return posting(outcome) }
        let lane = end.withLock { $0.accept(&left, for: name) }
        lane?.async { [self] in CurrentScheduler.enter(self) { while runLate(in: $0) {} } }
        parker.unpark()  // also for one on the lane that waits
        return .accepted
    }

    /// Runs the work until the end; the answer is who wants to know of that.
    private func loop(
        in frame: UnsafeMutablePointer<CurrentScheduler>
    ) -> [@Sendable (ShutdownReport) -> Void] {
        // At hand here, so that this thread leaves the scheduler's own memory to those who post.
        let (queue, inbox, parker) = (queue, inbox, parker)
        var idling = Idling()
        while true {
            while queue.runOne(in: frame, waiting: true) {}
            if queue.isClosing {
                if let listeners = endsWork(in: frame) { return listeners }
            } else if !idling.spins(for: inbox), queue.goesIdle() {
                parker.park(until: queue.wakeUp ?? .distantFuture)
            }
        }
    }
}
