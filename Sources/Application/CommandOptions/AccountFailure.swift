import CommandLineProgram
import TextFormats

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

    /// Returns `message` with the account's name before it.
    ///
    /// A name that is a path is left out if the message contains it.
    package static func naming(_ account: String, in message: String) -> String {
        account.hasPrefix("/") && message.contains(account) ? message : "\(account): \(message)"
    }
}
