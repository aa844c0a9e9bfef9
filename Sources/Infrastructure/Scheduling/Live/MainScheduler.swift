import CScheduling
import Dispatch
import Foundation
import Synchronization

/// The scheduler of the program's initial thread: one isolation domain with `@MainActor`.
///
/// It is for presenters, commands, and other services of the user interface. A command-line program
/// ends its synchronous `main` with `run()`:
///
/// ```swift
/// Task { @MainActor in
///     print("started")
///     MainScheduler.shared.stop()
/// }
/// MainScheduler.shared.run()
/// ```
///
/// In an application, the run loop runs the work, and `run()` is not called. Code of the main actor
/// may use services of this scheduler directly, and the closure of `schedule` belongs to the main
/// actor. Work that takes longer than a frame of the display belongs on a `WorkScheduler`.
///
/// The scheduler runs its work as work of the Dispatch main queue: at least 64 waiting items in one
/// turn of that queue, so that a burst costs few turns. The queue, not the thread, decides whether
/// code is inside the scheduler: on Linux, an `async` main may leave the initial thread.
public final class MainScheduler: Scheduler {
    /// The only main scheduler of the program.
    public static let shared = MainScheduler()

    private static let queueKey = DispatchSpecificKey<Void>()
    /// The minimum number of items in one turn of the main queue, if that many wait.
    private static let turn = 64

    /// The name, "UI".
    public let name = "UI"
    let queue: WorkQueue
    package var instrumentation: SchedulerInstrumentation { queue.instrumentation }
    private let parker = Parker()
    private nonisolated(unsafe) let timer: any DispatchSourceTimer  // thread-safe object
    private let servings = Atomic<Int>(0)
    private let exitCode = Atomic<Int64>(-1)

    private init() {
        queue = WorkQueue(for: name, isMain: true, capacity: nil, consumerIsIdle: true)
        timer = DispatchSource.makeTimerSource(queue: .main)
        DispatchQueue.main.setSpecific(key: Self.queueKey, value: ())
        timer.setEventHandler { [unowned self] in drain() }
        timer.activate()
    }

    /// The current time of the system's monotonic clock.
    public var now: SchedulerInstant { .monotonicNow }

    /// Whether the caller is on the main actor and not inside another scheduler.
    public var isCurrent: Bool {
        if let frame = CurrentScheduler.frame { return frame.pointee.scheduler === self }
        return Self.isMainContext
    }

    /// Whether the caller runs as part of the main queue, outside of any scheduler's work item.
    ///
    /// The initial thread owns the main queue as long as the thread lives, also inside `sync` of
    /// another queue. After an `async` main has ended that thread, only the queue identifies the
    /// threads that run its blocks.
    static var isMainContext: Bool {
        _ = shared
        return cs_is_initial_thread() || DispatchQueue.getSpecific(key: queueKey) != nil
    }

    /// Whether the caller is on the main actor and not inside another scheduler.
    public var isRunByCaller: Bool { isCurrent }

    /// The work items that wait for their turn.
    public var backlog: Backlog { queue.backlog(onItsThread: isCurrent) }

    /// Calls `observer` on this scheduler with the backlog, each time a batch of items is taken.
    public func observeBacklog(_ observer: @escaping @Sendable (Backlog) -> Void)
        -> BacklogObservation
    {
        queue.observeBacklog(observer)
    }

    /// Queues an item after everything that this producer has posted before.
    public func post(_ item: consuming WorkItem) -> PostResult {
        if case .queuedForIdleConsumer = queue.inbox.append(item) { wake() }
        return .accepted
    }

    /// Queues an item for a moment; all timers share one Dispatch timer.
    public func post(
        _ item: consuming WorkItem, at moment: SchedulerInstant, tolerance: Duration
    ) -> ScheduledWork {
        let work = ScheduledWork(item, at: moment, tolerance: tolerance, on: self)
        _ = post(WorkItem(work, atShutdown: .run))
        return work
    }

    /// Counts cancelled work that only takes up memory now.
    public func scheduledWorkWasCancelled() { queue.timerWasCancelled() }

    /// Always `false`: the user interface freezes while this scheduler is blocked.
    public var permitsBlocking: Bool { false }

    /// Serves the main scheduler and the main actor on the initial thread, and then exits.
    ///
    /// The calling thread must be the initial one. `exit` ends the program, with the code that
    /// `stop(exitCode:)` received.
    @available(*, noasync, message: "it blocks the thread: call it from a synchronous main")
    public func run() -> Never {
        exit(runUntilStopped())
    }

    /// Serves the main scheduler and the main actor on the initial thread until `stop(exitCode:)`.
    ///
    /// The calling thread must be the initial one.
    ///
    /// - Returns: the exit code that `stop(exitCode:)` received.
    @available(*, noasync, message: "it blocks the thread: call it from a synchronous main")
    public func runUntilStopped() -> Int32 {
        dispatchPrecondition(condition: .onQueue(.main))
        while true {
            let code = exitCode.exchange(-1, ordering: .acquiringAndReleasing)
            if code >= 0 { return Int32(code) }
            _ = RunLoop.main.run(mode: .default, before: .distantFuture)
        }
    }

    /// Ends `run()` or `runUntilStopped()` after the work that is queued now.
    ///
    /// It may be called from any thread. Of several calls, the first one decides the exit code.
    public func stop(exitCode code: UInt8 = 0) {
        _ = schedule {
            _ = self.exitCode.compareExchange(
                expected: -1, desired: Int64(code), ordering: .acquiringAndReleasing)
        }
    }

    /// The main actor's executor: the main actor and this scheduler are one isolation domain.
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

    /// Runs the items that are there now, and leaves later ones to the next turn.
    ///
    /// The main queue has other work, too.
    private func drain() {
        CurrentScheduler.enter(self) { frame in
            var left = max(queue.count, Self.turn)
            while left > 0, queue.runOne(in: frame) { left -= 1 }
        }
        yieldMainQueue()
    }

    /// Yields the main queue to other work, and schedules the next turn.
    private func yieldMainQueue() {
        guard queue.prepareToPark() else {
            DispatchQueue.main.async { self.drain() }
            return
        }
        guard let wakeUp = queue.wakeUp else { return }
        timer.schedule(deadline: .after(SchedulerInstant.monotonicNow.duration(to: wakeUp)))
    }
}

extension MainScheduler: ServingScheduler {
    /// Runs this scheduler's items during the running one.
    ///
    /// Jobs of the main actor and other blocks of the main queue wait. Traps on another thread.
    public func serve(until deadline: SchedulerInstant, isDone: () -> Bool) -> Bool {
        precondition(Self.isMainContext, "the main scheduler was served by another thread")
        servings.add(1, ordering: .sequentiallyConsistent)
        defer {
            servings.subtract(1, ordering: .sequentiallyConsistent)
            yieldMainQueue()
        }
        guard CurrentScheduler.frame == nil else {
            return queue.serve(self, parker, until: deadline, isDone: isDone)
        }
        return CurrentScheduler.enter(self) { _ in
            queue.serve(self, parker, until: deadline, isDone: isDone)
        }
    }

    /// Wakes the thread that serves.
    public func recheckServing() { parker.unpark() }
}
