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

    private struct State {
        var queue: [WorkItem] = []
        var isDrainPosted = false
    }

    private static let queueKey = DispatchSpecificKey<Void>()

    public let name = "UI"
    private let state = Mutex(State())

    private init() {
        DispatchQueue.main.setSpecific(key: Self.queueKey, value: ())
    }

    public var now: SchedulerInstant { SchedulerInstant(nanoseconds: cs_monotonic_now()) }

    public var isCurrent: Bool {
        if let frame = CurrentScheduler.frame { return frame.pointee.scheduler === self }
        return Self.isMainContext
    }

    /// Whether the caller runs on the main actor, outside of any scheduler's work item.
    static var isMainContext: Bool {
        _ = shared
        return DispatchQueue.getSpecific(key: queueKey) != nil || Thread.isMainThread
    }

    public func post(_ item: WorkItem) -> Posting {
        let mustPost = state.withLock { state in
            state.queue.append(item)
            defer { state.isDrainPosted = true }
            return !state.isDrainPosted
        }
        if mustPost { DispatchQueue.main.async { self.drain() } }
        return .accepted
    }

    public func post(_ item: WorkItem, at moment: SchedulerInstant, tolerance: Duration) -> ScheduledWork {
        let work = ScheduledWork(item) { [self] item in
            if !isCurrent { _ = schedule { withExtendedLifetime(item) {} } }
        }
        let delay = max(0, now.duration(to: moment).clampedNanoseconds)
        DispatchQueue.main.asyncAfter(deadline: .now() + .nanoseconds(Int(delay))) {
            if let item = work.take() { _ = self.post(item) }
        }
        return work
    }

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
        let batch = state.withLock { state in
            state.isDrainPosted = false
            defer { state.queue = [] }
            return state.queue
        }
        let executor = asUnownedSerialExecutor()
        for item in batch {
            withUnsafePointer(to: item) { pointer in
                CurrentScheduler.enter(self, running: pointer) { item.run(on: executor) }
            }
        }
    }
}
