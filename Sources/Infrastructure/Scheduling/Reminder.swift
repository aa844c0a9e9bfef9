import Dispatch

/// Calls somebody at a deadline, whatever the scheduler that the deadline is about does meanwhile.
@usableFromInline
enum Reminder: Sendable {
    case real(CancellableWork)
    case virtual(ScheduledWork)

    /// Dispatch's work item, which may be cancelled from any thread.
    @usableFromInline
    struct CancellableWork: @unchecked Sendable {  // Dispatch's objects are thread-safe
        let item: DispatchWorkItem
    }

    /// Calls `remind` after `delay`: on the clock of a test's scheduler, or else on a thread of Dispatch's.
    @usableFromInline
    init(
        after delay: Duration, of scheduler: any Scheduler, _ remind: @escaping @Sendable () -> Void
    ) {
        if scheduler is VirtualScheduler {
            self = .virtual(scheduler.schedule(after: delay, remind))
        } else {
            let item = DispatchWorkItem(block: remind)
            DispatchQueue.global().asyncAfter(deadline: .after(delay), execute: item)
            self = .real(CancellableWork(item: item))
        }
    }

    @usableFromInline
    func cancel() {
        switch self {
        case .real(let work): work.item.cancel()
        case .virtual(let work): work.cancel()
        }
    }
}
