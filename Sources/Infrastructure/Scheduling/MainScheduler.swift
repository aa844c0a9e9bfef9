import CScheduling
import Dispatch
import Foundation
import Synchronization

/// The scheduler of the program's initial thread: one isolation domain with `@MainActor`.
///
/// It runs its work as work of the Dispatch main queue, so whoever drains that queue (`run()`, an application's run loop)
/// drains it too. The queue, not a thread, tells what is inside it: on Linux an `async` main may leave the initial thread.
public final class MainScheduler: Scheduler {
    /// The one main scheduler of the program.
    public static let shared = MainScheduler()

    private static let queueKey = DispatchSpecificKey<Void>()
    /// How many items run in one turn of the main queue, at least, while there are any.
    private static let turn = 64

    /// The name, "UI".
    public let name = "UI"
    let queue: WorkQueue
    var journal: WorkJournal { queue.journal }
    private let parker = Parker()
    private nonisolated(unsafe) let timer: any DispatchSourceTimer  // thread-safe object
    private let servings = Atomic<Int>(0)
    private let exitCode = Atomic<Int64>(-1)

    private init() {
        queue = WorkQueue(for: name, isMain: true, bound: nil, consumerIsIdle: true)
        timer = DispatchSource.makeTimerSource(queue: .main)
        DispatchQueue.main.setSpecific(key: Self.queueKey, value: ())
        timer.setEventHandler { [unowned self] in drain() }
        timer.activate()
    }

    /// The present moment of the system's monotonic clock.
    public var now: SchedulerInstant { .monotonicNow }

    /// Whether the caller is on the main actor, and not inside another scheduler.
    public var isCurrent: Bool {
        if let frame = CurrentScheduler.frame { return frame.pointee.scheduler === self }
        return Self.isMainContext
    }

    /// Whether the caller runs as part of the main queue, outside of any scheduler's work item.
    ///
    /// The initial thread owns the main queue for as long as it lives, also inside of `sync` of another queue. When an `async` main
    /// has ended that thread, the queue's other threads are known by the queue alone.
    static var isMainContext: Bool {
        _ = shared
        return cs_is_initial_thread() || DispatchQueue.getSpecific(key: queueKey) != nil
    }

    /// The work that waits for its turn.
    public var backlog: Backlog { queue.backlog(onItsThread: isCurrent) }

    /// Tells `observer`, on this scheduler, of the backlog each time that a batch of it is taken up.
    public func observeBacklog(_ observer: @escaping @Sendable (Backlog) -> Void)
        -> BacklogObservation
    {
        queue.observeBacklog(observer)
    }

    /// Queues an item behind everything that this producer has posted before.
    public func post(_ item: consuming WorkItem) -> Posting {
        if case .queuedForIdleConsumer = queue.inbox.append(item) { wake() }
        return .accepted
    }

    /// Queues an item for a moment; all timers share one timer of Dispatch's.
    public func post(
        _ item: consuming WorkItem, at moment: SchedulerInstant, tolerance: Duration
    ) -> ScheduledWork {
        let work = ScheduledWork(item, at: moment, tolerance: tolerance, on: self)
        _ = post(WorkItem(work, atShutdown: .run))
        return work
    }

    /// Counts the work that only takes up memory now.
    public func scheduledWorkWasCancelled() { queue.timerWasCancelled() }

    /// `false`: the user interface stands still while this scheduler is blocked.
    public var permitsBlocking: Bool { false }

    /// Runs `work` on this scheduler, as part of the main actor.
    @discardableResult
    public func schedule(
        _ work: consuming @escaping @MainActor () -> Void, file: StaticString = #fileID,
        line: UInt = #line
    ) -> Posting {
        post(WorkItem(onMainActor: work, provenance: .here(file, line)))
    }

    /// Serves the main scheduler and the main actor on the calling thread, the initial one, and then exits the program.
    ///
    /// It returns control to the system by `exit`, with the code that `stop(exitCode:)` was given.
    @available(*, noasync, message: "it blocks the thread: call it from a synchronous main")
    public func run() -> Never {
        exit(runUntilStopped())
    }

    /// Serves the main scheduler and the main actor on the calling thread, the initial one, until `stop(exitCode:)`.
    ///
    /// - Returns: the exit code that `stop(exitCode:)` was given.
    @available(*, noasync, message: "it blocks the thread: call it from a synchronous main")
    public func runUntilStopped() -> Int32 {
        dispatchPrecondition(condition: .onQueue(.main))
        while true {
            let code = exitCode.exchange(-1, ordering: .acquiringAndReleasing)
            if code >= 0 { return Int32(code) }
            _ = RunLoop.main.run(mode: .default, before: .distantFuture)
        }
    }

    /// Ends `run()`, or `runUntilStopped()`, behind what is queued now.
    ///
    /// Callable from any thread; the first code wins.
    public func stop(exitCode code: UInt8 = 0) {
        _ = schedule {
            _ = self.exitCode.compareExchange(
                expected: -1, desired: Int64(code), ordering: .acquiringAndReleasing)
        }
    }

    /// The main actor's executor: what is isolated to the main actor is isolated to this scheduler, and the other way round.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        MainActor.sharedUnownedExecutor
    }

    private func wake() {
        if servings.load(ordering: .sequentiallyConsistent) > 0 {
            parker.unpark()
        } else {
            DispatchQueue.main.async { self.drain() }
        }
    }

    /// Runs what is there now, and leaves what comes meanwhile to the next turn: the main queue has other work too.
    private func drain() {
        CurrentScheduler.enter(self) { frame in
            var left = max(queue.count, Self.turn)
            while left > 0, queue.runOne(in: frame) { left -= 1 }
        }
        rest()
    }

    /// Leaves the main queue to others, and makes sure of the next turn.
    private func rest() {
        guard queue.goesIdle() else {
            DispatchQueue.main.async { self.drain() }
            return
        }
        guard let wakeUp = queue.wakeUp else { return }
        timer.schedule(deadline: .after(SchedulerInstant.monotonicNow.duration(to: wakeUp)))
    }
}

extension MainScheduler: ServingScheduler {
    /// Runs this scheduler's items in the middle of the running one; jobs of the main actor and other blocks of the main queue wait.
    public func serve(until deadline: SchedulerInstant, isDone: () -> Bool) -> Bool {
        servings.add(1, ordering: .sequentiallyConsistent)
        defer {
            servings.subtract(1, ordering: .sequentiallyConsistent)
            rest()
        }
        guard CurrentScheduler.frame == nil else {
            return queue.serve(parker, until: deadline, isDone: isDone)
        }
        return CurrentScheduler.enter(self) { _ in
            queue.serve(parker, until: deadline, isDone: isDone)
        }
    }

    /// Wakes the thread that serves.
    public func recheckServing() { parker.unpark() }
}
