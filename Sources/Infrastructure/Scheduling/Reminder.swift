import Dispatch

/// Calls somebody at a deadline, whatever the scheduler that the deadline is about does meanwhile.
@usableFromInline
enum Reminder: Sendable {
    case real(Alarm)
    case virtual(ScheduledWork)

    /// Dispatch's timer, which any thread may cancel; unlike delayed work it is gone then, not at its moment.
    @usableFromInline
    struct Alarm: @unchecked Sendable {  // Dispatch's objects are thread-safe
        let timer: any DispatchSourceTimer
    }

    /// Calls `remind` after `delay`: on the clock of a test's scheduler, or else on a thread of Dispatch's.
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
