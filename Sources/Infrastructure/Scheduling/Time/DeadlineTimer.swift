import Dispatch

/// A timer that calls a closure at a deadline, even while the scheduler concerned is blocked.
@usableFromInline
package enum DeadlineTimer: Sendable {
    case real(SourceTimer)
    case virtual(ScheduledWork)

    /// A Dispatch timer, which any thread may cancel.
    ///
    /// Unlike delayed work, it is freed when it is cancelled, not at its moment.
    @usableFromInline
    package struct SourceTimer: @unchecked Sendable {  // Dispatch's objects are thread-safe
        let timer: any DispatchSourceTimer
    }

    /// Calls `action` after `delay`, on a thread of Dispatch.
    ///
    /// Where `scheduler` has virtual time, it calls `action` on that scheduler, by its clock.
    @usableFromInline
    package init(
        after delay: Duration, of scheduler: any Scheduler, _ action: @escaping @Sendable () -> Void
    ) {
        if scheduler.hasVirtualTime {
            self = .virtual(scheduler.schedule(after: delay, action))
        } else {
            let timer = DispatchSource.makeTimerSource(queue: .global())
            timer.setEventHandler(handler: action)
            timer.schedule(deadline: .after(delay))
            timer.activate()
            self = .real(SourceTimer(timer: timer))
        }
    }

    @usableFromInline
    package func cancel() {
        switch self {
        case .real(let source): source.timer.cancel()
        case .virtual(let work): work.cancel()
        }
    }
}
