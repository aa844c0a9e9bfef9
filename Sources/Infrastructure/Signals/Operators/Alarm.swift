import Scheduling

/// The one timer of an operator, which can be set again and is cancelled at the end of the subscription.
final class Alarm {
    private let clock: HomeClock
    private let pending = Cell<ScheduledWork?>(nil)

    /// An alarm on the clock of `scheduler`, or of the current one; cancelled when `lifetime` ends.
    init(
        on scheduler: (any Scheduler)?, for operation: StaticString, while lifetime: Disposable
    ) {
        clock = HomeClock(scheduler, for: operation)
        lifetime.add { [pending] in pending.content?.cancel() }
    }

    /// Runs `work` after `delay` in place of what was set before.
    func set(_ delay: Duration, _ work: @escaping () -> Void) {
        pending.content?.cancel()
        pending.content = clock.after(delay, work)
    }

    /// Forgets what was set.
    func cancel() {
        pending.content?.cancel()
        pending.content = nil
    }
}
