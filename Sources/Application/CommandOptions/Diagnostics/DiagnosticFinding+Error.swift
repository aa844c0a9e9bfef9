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
        // The code of the program's own errors is the exit code, which does not name it.
        let result: DiagnosticWord =
            error is ProgramError ? "refused" : DiagnosticWord(of: error.code)
        return .bad(
            subject, result, error.message,
            advice: error.advice
                ?? "read the row of exit code \(status.rawValue) in Documentation/ExitCodes.md",
            status: status)
    }
}
