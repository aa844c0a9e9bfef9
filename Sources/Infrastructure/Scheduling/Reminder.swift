import Dispatch

/// A timer that calls a closure at a deadline, even while the scheduler concerned is blocked.
@usableFromInline
enum Reminder: Sendable {
    case real(Alarm)
    case virtual(ScheduledWork)

    /// A Dispatch timer, which any thread may cancel.
    ///
    /// Unlike delayed work, it is freed when it is cancelled, not at its moment.
    @usableFromInline
    struct Alarm: @unchecked Sendable {  // Dispatch's objects are thread-safe
        let timer: any DispatchSourceTimer
    }

    /// Calls `remind` after `delay`, on a thread of Dispatch.
    ///
    /// Where `scheduler` has virtual time, it calls `remind` on that scheduler, by its clock.
    @usableFromInline
    init(
        after delay: Duration, of scheduler: any Scheduler, _ remind: @escaping @Sendable () -> Void
    ) {
        if scheduler.hasVirtualTime {
            self = .virtual(scheduler.schedule(after: delay, remind))
        } else {
            let timer = DispatchSource.makeTimerSource(queue: .global())
            timer.setEventHandler(handler: remind)
            timer.schedule(deadline: .after(delay))
            timer.activate()
            self = .real(Alarm(timer: timer))
        }
    }

    @usableFromInline
    func cancel() {
        switch self {
        case .real(let alarm): alarm.timer.cancel()
        case .virtual(let work): work.cancel()
        }
    }
}
