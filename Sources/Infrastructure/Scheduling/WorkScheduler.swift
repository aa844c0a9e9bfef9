import CScheduling
import Foundation
import Synchronization

/// A scheduler that owns a thread: business logic, an I/O loop, anything that must not hold up the user interface.
public final class WorkScheduler: Scheduler, TimerKeeper {
    /// How urgent the thread's work is, relative to the user interface's.
    public enum Priority: Sendable {
        /// As urgent as the program's other threads.
        case `default`
        /// Below the user interface: nice 5 on Linux, the utility class on Apple's systems.
        case utility

        var nice: Int32 { self == .default ? 0 : 5 }
    }

    public let name: String
    private let queue: WorkQueue
    private let parker = Parker()

    /// Starts the thread; it ends after `shutDown()`.
    public init(name: String, priority: Priority = .utility, capacity: Int? = nil) {
        self.name = name
        queue = WorkQueue(bound: capacity, consumerIsIdle: false)
        let thread = Thread { [self] in
            cs_describe_thread(name, priority.nice)
            CurrentScheduler.enter(self) { loop(in: $0) }
        }
        thread.stackSize = 1 << 20
        thread.start()
    }

    public var now: SchedulerInstant { .monotonicNow }

    public var isCurrent: Bool { CurrentScheduler.frame?.pointee.scheduler === self }

    public func post(_ item: consuming WorkItem) -> Posting {
        switch queue.inbox.append(item) {
        case .queued: return .accepted
        case .queuedForIdleConsumer:
            parker.unpark()
            return .accepted
        case .full: return .full
        case .closed: return .shutDown
        }
    }

    public func post(_ item: consuming WorkItem, at moment: SchedulerInstant, tolerance: Duration)
        -> ScheduledWork
    {
        let work = ScheduledWork(item, at: moment, tolerance: tolerance, on: self)
        if !post(WorkItem(work)).isAccepted { work.cancel() }
        return work
    }

    func timerWasCancelled() {}

    public func shutDown() {}

    private func loop(in frame: UnsafeMutablePointer<CurrentScheduler>) {
        let executor = asUnownedSerialExecutor()
        var idling = Idling()
        while true {
            while queue.runOne(in: frame, on: executor) {}
            if idling.spins(for: queue.inbox) { continue }
            if queue.goesIdle() { parker.park(until: queue.wakeUp ?? .distantFuture) }
        }
    }
}
