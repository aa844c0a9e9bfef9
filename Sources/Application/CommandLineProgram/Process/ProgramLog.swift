import Foundation
import Logging
import Reports
import Scheduling
import Signals

/// The log of the process, which the user requests by options, and the reports of its errors.
///
/// Without both, the loggers keep the backend of swift-log.
@MainActor
package enum ProgramLog {
    private static var schedulers: [WorkScheduler] = []
    private static var reporter: SchedulerBound<ErrorReporter>?
    private static var logger: Logger?
    private nonisolated static let redaction = Guarded<LogRedaction?>(nil)

    /// The time that the reports may take at the end of the process.
    private nonisolated static let reportLimit = Duration.milliseconds(200)

    /// Starts the log, if the options ask for one, and the reports of errors.
    ///
    /// - Throws: `ProgramError` if the file cannot be opened.
    package static func start(_ options: LogOptions, reporting reports: ErrorReports?) throws {
        guard options.isGiven || reports != nil else { return }
        let logs = LogService()
        redaction.withLock { $0 = logs.redaction }
        if options.isGiven { try write(logs, as: options) }
        if let reports { report(logs, to: reports) }
        LoggingSystem.bootstrap(logs.handler)
        logger = Logger(label: "photopark")
        ProgramWatchdog.start()
    }

    /// Writes the records to a file or to standard error.
    private static func write(_ logs: LogService, as options: LogOptions) throws {
        let level = options.logLevel?.level ?? .info
        let path = options.logFile.map { ($0 as NSString).expandingTildeInPath }
        if let path {
            let file = LogFile(path)
            guard file.open() else {
                throw ProgramError(
                    .cannotCreate,
                    "cannot write the log \(path): \(String(cString: strerror(file.lastError)))")
            }
        }
        let scheduler = WorkScheduler(name: "logs", priority: .utility)
        logs.observe(from: level, as: path == nil ? "console" : "file", on: scheduler) {
            guard let path else {
                let console = LogConsole()
                return { console.receive($0) }
            }
            let file = LogFile(path)
            return { file.receive($0) }
        }
        schedulers.append(scheduler)
    }

    /// Sends the errors to a server.
    private static func report(_ logs: LogService, to reports: ErrorReports) {
        let scheduler = WorkScheduler(name: "reports", priority: .utility)
        let reporter = SchedulerBound(on: scheduler) { home in
            try ErrorReporter(reports, home: home)
        }
        Self.reporter = reporter
        schedulers.append(scheduler)
        logs.observe(from: ErrorReports.level, as: "reports", on: scheduler) {
            { records in
                let records = records.filter {
                    ErrorReports.isReported($0.level, from: $0.label)
                }
                if !records.isEmpty { reporter.schedule { $0.receive(records) } }
            }
        }
        Task {
            do {
                guard let earlier = try await reporter.run({ $0.earlierRun }) else { return }
                // It runs after the start, which makes the logger.
                logger?.critical(
                    "an earlier run did not end regularly", metadata: ["run": "\(earlier)"])
            } catch {
                StandardError.line("photopark: errors are not reported: \(error)")
            }
        }
    }

    /// Replaces a secret in all records from now on; without a log, it does nothing.
    ///
    /// Thread-safe.
    package nonisolated static func hide(_ secret: String) {
        redaction.withLock { $0 }?.hide(secret)
    }

    static func report(_ error: any Error) {
        logger?.error("the command failed", error: error)
    }

    /// Logs the end of the command, and writes or sends the records that wait.
    static func finish(_ status: ExitStatus) async {
        logger?.info("the command ended", metadata: ["status": "\(status.rawValue)"])
        for scheduler in schedulers { await scheduler.drained() }
        guard let reporter else { return }
        // A reporter that was not made has no records; the reason was printed.
        _ = try? await reporter.signal { $0.finish(within: reportLimit) }.wait()
    }
}
