import Foundation
import LogService
import Logging
import Scheduling

/// The log of the process, which the user requests by options.
///
/// Without the options, the loggers keep the backend of swift-log.
@MainActor
package enum ProgramLog {
    private static var scheduler: WorkScheduler?
    private static var logger: Logger?

    /// Starts the log, if the options ask for one.
    ///
    /// - Throws: `ProgramError` if the file cannot be opened.
    package static func start(_ options: LogOptions) throws {
        guard options.isGiven else { return }
        let levels = (options.logLevel ?? .info).andHigher
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
        let logs = LogService()
        logs.observe(levels, as: path == nil ? "console" : "file", on: scheduler) {
            guard let path else {
                let console = LogConsole()
                return { console.receive($0) }
            }
            let file = LogFile(path)
            return { file.receive($0) }
        }
        logs.finishSetUp()
        LoggingSystem.bootstrap(logs.handler)
        Self.scheduler = scheduler
        logger = Logger(label: "photopark")
    }

    static func report(_ error: any Error) {
        logger?.error("the command failed", error: error)
    }

    /// Logs the end of the command, and writes the records that wait.
    static func finish(_ status: ExitStatus) async {
        logger?.info("the command ended", metadata: ["status": "\(status.rawValue)"])
        await scheduler?.drained()
    }
}
