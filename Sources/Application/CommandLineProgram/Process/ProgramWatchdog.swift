import Scheduling
import SchedulingDiagnostics

/// The watchdog of every build, while there is a log or a receiver of reports.
///
/// It logs a main queue that is blocked for seconds, and schedulers that wait for each other. The
/// schedulers record nothing for it: its cost is a thread that wakes up every 2.5 s. Debug builds
/// have a stricter one (`DebugWatchdog`), which replaces it.
package enum ProgramWatchdog {
    /// Starts the watchdog.
    ///
    /// - Parameters:
    ///   - limit: the time for which the main queue may be blocked.
    ///   - wait: the time for which schedulers may wait for each other.
    package static func start(limit: Duration = .seconds(5), wait: Duration = .seconds(60)) {
        var limits = Watchdog.Limits()
        limits.recordsItems = false
        limits.main = [limit]
        limits.work = []
        limits.wait = wait
        Watchdog.start(limits)
    }
}
