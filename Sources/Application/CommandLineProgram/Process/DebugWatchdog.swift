#if DEBUG
    import Foundation
    import Logging
    import Scheduling
    import SchedulingDiagnostics

    /// The watchdog of debug builds.
    ///
    /// It reports code that blocks the main scheduler, and with it the display and Ctrl-C.
    package enum DebugWatchdog {
        /// Starts the watchdog if `PHOTOPARK_WATCHDOG` has a limit in milliseconds.
        ///
        /// Work schedulers may be busy for longer, and are not reported.
        ///
        /// - Parameter report: receives the line of a finding, on the watchdog's thread or the
        ///   scheduler's.
        /// - Returns: whether it watches.
        @discardableResult
        package static func start(
            environment: [String: String] = ProcessInfo.processInfo.environment,
            report: @escaping @Sendable (String) -> Void = { StandardError.line($0) }
        ) -> Bool {
            guard let limit = environment["PHOTOPARK_WATCHDOG"].flatMap(Int.init), limit > 0 else {
                return false
            }
            var limits = Watchdog.Limits()
            limits.main = [.milliseconds(limit)]
            limits.work = []
            limits.wait = .seconds(3600)
            let logger = Logger(label: "scheduling.watchdog")
            Watchdog.start(limits) { finding in
                report("photopark: watchdog: \(finding)")
                // The record reaches the reports of errors, too.
                logger.warning("\(finding)")
            }
            return true
        }
    }
#endif
