import BoundaryErrors

/// The reason why the scope of an account, or one of its services, is unavailable.
package struct AccountScopeError: BoundaryError {
    /// The kind of error.
    package struct Code: ErrorCode {
        package let name: String

        /// No command has opened the account.
        package static let notOpen = Code(name: "notOpen")
        /// The account was opened for reading, and the service needs its server.
        package static let withoutServer = Code(name: "withoutServer")
        /// Not exactly one account is open, and none was named.
        package static let unnamed = Code(name: "unnamed")
        /// The account was opened for a sign-in, and the service needs its library.
        package static let withoutLibrary = Code(name: "withoutLibrary")
        /// The account was opened for a sign-in, and the service needs its credential.
        package static let withoutCredential = Code(name: "withoutCredential")
    }

    package let code: Code
    /// The name of the account; for `unnamed`, those of all that are open.
    package let account: String

    package init(_ code: Code, account: String) {
        self.code = code
        self.account = account
    }

    package var message: String {
        switch code {
        case .notOpen: "the account '\(account)' is not open"
        case .withoutServer: "the account '\(account)' was opened without a server"
        case .unnamed where account.isEmpty: "no account is open"
        case .unnamed: "name one of the open accounts '\(account)'"
        case .withoutLibrary: "the account '\(account)' was opened without a library"
        case .withoutCredential: "the account '\(account)' was opened without a credential"
        default: "the account '\(account)' is unavailable (\(code.name))"
        }
    }
}
