import Foundation
package import HTTPGateway
package import Logging
package import Scheduling

/// The destination of reports of errors, which the user sets by `PHOTOPARK_LOG_ENDPOINT`.
///
/// Without the variable, no report is stored or sent.
package struct ErrorReports: Sendable {
    /// The name of the environment variable.
    package static let variable = "PHOTOPARK_LOG_ENDPOINT"
    /// The lowest level of the records from which `isReported` chooses.
    static let level = Logger.Level.warning

    /// The address that receives the records.
    let address: HTTPURL
    /// The folder of the records that are not sent yet.
    let folder: String
    /// Makes the gateway of the requests, on the scheduler of the reports.
    let makeGateway: @Sendable (SchedulerIsolation) -> any RequestGateway

    /// Whether a record is reported: an error, or a warning of the schedulers.
    ///
    /// Calls that did not reach their service, and findings of the watchdog, are warnings there.
    /// The program continues, but it has a defect.
    package static func isReported(_ level: Logger.Level, from label: String) -> Bool {
        level >= .error || level == .warning && label.split(separator: ".").first == "scheduling"
    }

    /// Reads the destination from the environment; `nil` if the variable is not set.
    ///
    /// - Parameters:
    ///   - folder: the folder of the records that are not sent yet.
    ///   - environment: the environment variables.
    ///   - makeGateway: makes the gateway of the requests, on the scheduler of the reports.
    /// - Throws: `ProgramError` if the address is not valid, or if its connections are neither
    ///   encrypted nor on this machine.
    package init?(
        in folder: String,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        gateway makeGateway: @escaping @Sendable (SchedulerIsolation) -> any RequestGateway
    ) throws(ProgramError) {
        guard let text = environment[Self.variable], !text.isEmpty else { return nil }
        do {
            address = try HTTPURL(text)
        } catch {
            throw ProgramError(.usage, "\(Self.variable): \(error.reason)")
        }
        guard address.origin.isTrustworthy else {
            throw ProgramError(
                .usage, "\(Self.variable): use https; http is for this machine only")
        }
        self.folder = folder
        self.makeGateway = makeGateway
    }
}
