import Dispatch

/// A timer that calls a closure at a deadline, even while the scheduler concerned is blocked.
@usableFromInline
package final class DeadlineTimer: @unchecked Sendable {  // Dispatch's objects are thread-safe
    private enum Timer {
        /// A Dispatch timer, which any thread may cancel.
        ///
        /// Unlike delayed work, it is freed when it is cancelled, not at its moment.
        case real(any DispatchSourceTimer)
        case virtual(ScheduledWork)
    }

    private let timer: Timer

    /// Calls `action` after `delay`, on a thread of Dispatch.
    ///
    /// Where `scheduler` has virtual time, it calls `action` on that scheduler, by its clock.
    package init(
        after delay: Duration, of scheduler: any Scheduler, _ action: @escaping @Sendable () -> Void
    ) {
        if scheduler.hasVirtualTime {
            timer = .virtual(scheduler.schedule(after: delay, action))
        } else {
            let source = DispatchSource.makeTimerSource(queue: .global())
            source.setEventHandler(handler: action)
            source.schedule(deadline: .after(delay))
            source.activate()
            timer = .real(source)
        }
    }

    /// Cancels the timer; releasing it has no such effect.
    @usableFromInline
    package func cancel() {
        switch timer {
        case .real(let source): source.cancel()
        case .virtual(let work): work.cancel()
        }
    }
}
