import Dispatch
import Foundation
import Synchronization

/// The scheduler of the program's initial thread: one isolation domain with `@MainActor`.
///
/// It runs its work as work of the Dispatch main queue, so whoever drains that queue (`run()`, an application's run loop)
/// drains it too. The queue, not a thread, tells what is inside it: on Linux an `async` main may leave the initial thread.
public final class MainScheduler: Scheduler, TimerKeeper {
    /// The one main scheduler of the program.
    public static let shared = MainScheduler()

    private static let queueKey = DispatchSpecificKey<Void>()

    public let name = "UI"
    private let queue = WorkQueue(bound: nil, consumerIsIdle: true)

    private init() {
        DispatchQueue.main.setSpecific(key: Self.queueKey, value: ())
    }

    public var now: SchedulerInstant { .monotonicNow }

    public var isCurrent: Bool {
        if let frame = CurrentScheduler.frame { return frame.pointee.scheduler === self }
        return Self.isMainContext
    }

    /// Whether the caller runs on the main actor, outside of any scheduler's work item.
    static var isMainContext: Bool {
        _ = shared
        return DispatchQueue.getSpecific(key: queueKey) != nil || Thread.isMainThread
    }

    public func post(_ item: consuming WorkItem) -> Posting {
        if case .queuedForIdleConsumer = queue.inbox.append(item) {
            DispatchQueue.main.async { self.drain() }
        }
        return .accepted
    }

    public func post(_ item: consuming WorkItem, at moment: SchedulerInstant, tolerance: Duration)
        -> ScheduledWork
    {
        let work = ScheduledWork(item, at: moment, tolerance: tolerance, on: self)
        _ = post(WorkItem(work))
        return work
    }

    func timerWasCancelled() {}

    /// Runs `work` on this scheduler, as part of the main actor.
    @discardableResult
    public func schedule(
        _ work: @escaping @MainActor () -> Void, file: StaticString = #fileID, line: UInt = #line
    ) -> Posting {
        post(
            WorkItem({ MainActor.assumeIsolated { work() } }, provenance: .here(file, line)))
    }

    /// Serves the main scheduler and the main actor on the calling thread, the initial one, until the program exits.
    public func run() -> Never {
        dispatchPrecondition(condition: .onQueue(.main))
        while true { RunLoop.main.run() }
    }

    /// The main actor's executor: what is isolated to the main actor is isolated to this scheduler, and the other way round.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        MainActor.sharedUnownedExecutor
    }

    private func drain() {
        let executor = asUnownedSerialExecutor()
        CurrentScheduler.enter(self) { frame in
            while queue.runOne(in: frame, on: executor) {}
        }
        if !queue.goesIdle() { DispatchQueue.main.async { self.drain() } }
    }
}
