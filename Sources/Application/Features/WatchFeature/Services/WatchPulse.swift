import Composition
import Scheduling

/// The key of the service that shows that the business logic runs.
enum WatchPulseKey: ServiceKey {
    typealias Service = WatchPulse
    static let role = SchedulerRole.business
}

/// Tells the service manager that the scheduler of the business logic runs.
@Schedulable
final class WatchPulse {
    /// Returns at once; the call shows that the scheduler runs.
    func check() { checkScheduler() }

    /// Sends the message that a watchdog expects.
    func beat(_ notifier: ServiceNotifier) {
        checkScheduler()
        notifier.send("WATCHDOG", "1")
    }
}
