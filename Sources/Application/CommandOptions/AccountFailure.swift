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
        let reason = Self.naming(TerminalText.escape(account), in: FailureReport(error).message)
        return "photopark: \(reason) (left out)"
    }

    /// Returns a message that begins with the name of the account.
    ///
    /// A path of a library that the message contains already is not repeated.
    package static func naming(_ account: String, in message: String) -> String {
        account.hasPrefix("/") && message.contains(account) ? message : "\(account): \(message)"
    }
}
