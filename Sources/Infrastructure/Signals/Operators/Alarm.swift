import Scheduling

/// The single timer of an operator; it can be set again.
///
/// The end of the subscription cancels it.
final class Alarm {
    private let clock: SchedulerClock
    private let pending = Cell<ScheduledWork?>(nil)

    /// Creates an alarm on the clock of `home`.
    ///
    /// It is cancelled when `lifetime` ends.
    init(in home: SchedulerIsolation, for operation: StaticString, while lifetime: Disposable) {
        clock = SchedulerClock(home, for: operation)
        lifetime.add { [pending] in pending.content?.cancel() }
    }

    /// Runs `work` after `delay`, in place of the work that was set before.
    func set(_ delay: Duration, _ work: @escaping () -> Void) {
        pending.content?.cancel()
        pending.content = clock.after(delay, work)
    }

    /// Cancels the work that was set, if any.
    func cancel() {
        pending.content?.cancel()
        pending.content = nil
    }
}
