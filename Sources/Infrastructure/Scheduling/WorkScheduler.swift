import CScheduling
import Foundation
import Synchronization

/// A scheduler that owns a thread: business logic, an I/O loop, anything that must not hold up the user interface.
public final class WorkScheduler: Scheduler {
    /// How urgent the thread's work is, relative to the user interface's.
    public enum Priority: Sendable {
        /// As urgent as the program's other threads.
        case `default`
        /// Below the user interface: nice 5 on Linux, the utility class on Apple's systems.
        case utility

        var nice: Int32 { self == .default ? 0 : 5 }
    }

    private struct State {
        var queue: [WorkItem] = []
        var timers = TimerHeap()
        var isShutDown = false
    }

    public let name: String
    private let state = Mutex(State())
    private let parker = Parker()

    /// Starts the thread; it ends after `shutDown()`.
    public init(name: String, priority: Priority = .utility) {
        self.name = name
        let thread = Thread { [self] in
            cs_describe_thread(name, priority.nice)
            CurrentScheduler.enter(self) { loop() }
        }
        thread.stackSize = 1 << 20
        thread.start()
    }

    public var now: SchedulerInstant { SchedulerInstant(nanoseconds: cs_monotonic_now()) }

    public var isCurrent: Bool { CurrentScheduler.frame?.pointee.scheduler === self }

    public func post(_ item: WorkItem) -> Posting {
        let (posting, wasEmpty) = state.withLock { state -> (Posting, Bool) in
            if state.isShutDown { return (.shutDown, false) }
            state.queue.append(item)
            return (.accepted, state.queue.count == 1)
        }
        if wasEmpty { parker.unpark() }
        return posting
    }

    public func post(_ item: WorkItem, at moment: SchedulerInstant, tolerance: Duration) -> ScheduledWork {
        let work = ScheduledWork(item) { [weak self] item in
            guard let self, !isCurrent else { return }
            _ = schedule { withExtendedLifetime(item) {} }
        }
        let isAccepted = state.withLock { state in
            if !state.isShutDown { state.timers.insert(work, at: moment) }
            return !state.isShutDown
        }
        if isAccepted { parker.unpark() } else { work.cancel() }
        return work
    }

    /// Runs what is queued, drops what waits for a later moment, and ends the thread.
    public func shutDown() {
        let dropped = state.withLock { state in
            state.isShutDown = true
            return state.timers.removeAll()
        }
        dropped.forEach { $0.cancel() }
        parker.unpark()
    }

    private func loop() {
        let executor = asUnownedSerialExecutor()
        while true {
            let now = now
            let (batch, next, isShutDown) = state.withLock { state in
                var batch: [WorkItem] = []
                swap(&batch, &state.queue)
                while let due = state.timers.popDue(at: now) {
                    if let item = due.take() { batch.append(item) }
                }
                return (batch, state.timers.earliest, state.isShutDown)
            }
            for item in batch {
                withUnsafePointer(to: item) { pointer in
                    CurrentScheduler.enter(self, running: pointer) { item.run(on: executor) }
                }
            }
            if batch.isEmpty {
                if isShutDown { return }
                parker.park(until: next ?? .distantFuture)
            }
        }
    }
}
