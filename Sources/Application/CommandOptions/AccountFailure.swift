import CommandLineProgram
import Escaping

/// An account of several that cannot be used, and the reason.
package struct AccountFailure: Sendable {
    /// The name of the account, or the path of a library without one.
    package let account: String
    package let error: any Error

    package init(account: String, error: any Error) {
        self.account = account
        self.error = error
    }

    /// The line of standard error that says that the account is left out.
    package var line: String {
        let report = FailureReport(error)
        return "photopark: \(TerminalText.escape(account)): \(report.message) (left out)"
    }
}
