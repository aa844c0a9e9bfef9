import Logging
import Scheduling

extension Watchdog {
    /// The thread of the running watch; the watch changes together with it.
    private static let thread = Guarded<CheckThread?>(nil)

    /// Starts to watch all schedulers, and replaces an earlier watch.
    ///
    /// - Parameters:
    ///   - limits: the limits above which the watchdog reports.
    ///   - report: is called with each finding, on the watchdog's thread or the scheduler's;
    ///     without it, findings are logged.
    public static func start(
        _ limits: Limits = Limits(), report: (@Sendable (Finding) -> Void)? = nil
    ) {
        if limits.recordsItems { SchedulerRecord.install() }
        let logger = Logger(label: "scheduling.watchdog")
        let filter = FindingFilter(
            FindingLimit(burst: limits.burst, interval: limits.interval),
            before: report ?? { logger.warning("\($0)") })
        let watch = Watch(limits: limits) { filter.receive($0, at: .monotonicNow) }
        let checkThread = CheckThread(needing: limits.recordsItems ? [.provenance, .times] : [])
        checkThread.needs.begin()
        let former = thread.withLock { thread in
            defer { thread = checkThread }
            Self.watch = watch
            return thread
        }
        checkThread.start(every: limits.checkInterval)
        end(former)
    }

    /// Ends the watch.
    public static func stop() {
        let former = thread.withLock { thread in
            watch = nil
            return thread.take()
        }
        end(former)
    }

    private static func end(_ checkThread: CheckThread?) {
        guard let checkThread else { return }
        checkThread.wakeUp()
        checkThread.needs.end()
    }

    /// Checks all schedulers at the moment `now`.
    static func check(at now: SchedulerInstant) {
        for instrumentation in SchedulerRegistry.instrumentations {
            guard let record = instrumentation.observer as? SchedulerRecord else { continue }
            record.reportRuns(at: now)
            record.report(waiting: instrumentation.oldestWaiting, at: now)
        }
        guard let watch else { return }
        let limit = watch.limits.wait
        for cycle in WaitGraph.takeCycles(lasting: limit, at: now) {
            watch.report(Finding(cycle, at: now, limit: limit))
        }
        MainQueueProbe.shared.check(at: now, watch)
    }

    /// The thread that checks the schedulers; it ends when it is no longer that of the watch.
    private final class CheckThread: Sendable {
        /// The data that the schedulers record for the watch of this thread.
        let needs: TraceOptions
        private let parker = Parker()

        init(needing needs: TraceOptions) { self.needs = needs }

        func start(every period: Duration) {
            SystemThread.start("watchdog") { [self] in
                while thread.withLock({ $0 === self }) {
                    parker.park(until: SchedulerInstant.monotonicNow.advanced(by: period))
                    check(at: .monotonicNow)
                }
            }
        }

        func wakeUp() { parker.unpark() }
    }
}
