import BoundaryErrors
import CommandLineProgram

extension DiagnosticFinding {
    /// The finding of an error, with the exit code that the error gives to a command.
    package static func bad(_ subject: DiagnosticWord, _ error: any Error) -> Self {
        let report = FailureReport(error)
        guard let cause = FailureReport.root(of: error) as? any BoundaryError else {
            return .bad(
                subject, "unexpected-error", report.message,
                advice: "report this with doctor --bundle", status: report.status)
        }
        return bad(subject, cause, status: report.status)
    }

    private static func bad(
        _ subject: DiagnosticWord, _ error: some BoundaryError, status: ExitStatus
    ) -> Self {
        .bad(
            subject, DiagnosticWord(of: error.code), error.message,
            advice: error.advice
                ?? "read the row of exit code \(status.rawValue) in Documentation/ExitCodes.md",
            status: status)
    }
}
