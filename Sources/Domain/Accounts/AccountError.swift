import BoundaryErrors

/// An error of signing in, or of the credentials of an account.
///
/// `message` may quote a server's name for an account: escape it before a terminal shows it.
package struct AccountError: BoundaryError {
    /// The kind of error.
    package struct Code: ErrorCode {
        /// The code's name.
        package let name: String
        /// The remedy, for the user of the program; `nil` if the error has its own.
        package let advice: String?

        init(_ name: String, advice: String? = nil) {
            self.name = name
            self.advice = advice
        }

        // The user's input.

        /// The name of an account is not valid.
        package static let nameInvalid = Code("nameInvalid", advice: "choose another name")
        /// Several accounts exist, and none was named.
        package static let nameMissing = Code("nameMissing")
        /// No account has the name.
        package static let accountNotFound = Code("accountNotFound")
        /// The name belongs to another account, or the account has another name.
        package static let accountMismatch = Code("accountMismatch")
        /// A run without input lacks something that only the user has.
        package static let inputMissing = Code("inputMissing", advice: "add the options")
        /// An app key is not valid.
        package static let appKeyInvalid = Code(
            "appKeyInvalid", advice: "copy it from the provider's list of your apps")
        /// A user name or a password is not valid.
        package static let passwordInvalid = Code("passwordInvalid", advice: "enter it again")
        /// A pasted code contains something else than a code.
        package static let codeMalformed = Code("codeMalformed", advice: "copy the code alone")
        /// The user ended the sign-in, or stated that the account is the wrong one.
        package static let cancelled = Code("cancelled")
        /// No code arrived in time.
        package static let timedOut = Code("timedOut", advice: "sign in again")

        // The provider's decisions.

        /// The user refused the access on the provider's page.
        package static let accessDenied = Code(
            "accessDenied", advice: "sign in again, and allow the access")
        /// The provider refused a code or a refresh token, or the user of the account is suspended.
        package static let grantRefused = Code("grantRefused", advice: "sign in again")
        /// The access token has expired.
        package static let tokenExpired = Code("tokenExpired", advice: "sign in again")
        /// The provider refused the app key.
        package static let clientRefused = Code("clientRefused", advice: "check the app key")
        /// A permission was not granted.
        package static let scopeMissing = Code(
            "scopeMissing", advice: "enable it in the settings of the app, then sign in again")
        /// The provider refused a request for another reason.
        package static let requestRefused = Code(
            "requestRefused", advice: "check the app key and the settings of the app")
        /// An answer violates the provider's contract.
        package static let malformedAnswer = Code("malformedAnswer", advice: "check the endpoint")

        // The network.

        /// The server could not be reached, or kept failing.
        package static let network = Code("network", advice: "check the connection and run again")
        /// The server's certificate does not prove its identity.
        package static let serverNotTrusted = Code(
            "serverNotTrusted",
            advice: "do not trust this server; check its certificate, the CA file and the clock")
        /// The server limits the rate of requests.
        package static let rateLimited = Code("rateLimited", advice: "run again later")
        /// An address would expose secrets to the network.
        package static let insecureAddress = Code(
            "insecureAddress", advice: "use https; http is accepted for this machine only")
        /// The port of the callback address cannot be opened.
        package static let cannotListen = Code(
            "cannotListen",
            advice: "end the program that uses the port, or sign in without --loopback")

        // The stored credentials.

        /// The account has no credential.
        package static let credentialMissing = Code("credentialMissing")
        /// Other users have access to a credential.
        package static let credentialExposed = Code("credentialExposed")
        /// A credential cannot be read.
        package static let credentialDamaged = Code("credentialDamaged")
        /// A command for credentials failed.
        package static let commandFailed = Code(
            "commandFailed", advice: "run the command by hand to see the cause")
        /// The description of an account cannot be read.
        package static let accountDamaged = Code("accountDamaged")
        /// A newer version of the program wrote the account.
        package static let accountTooNew = Code("accountTooNew", advice: "update the program")
        /// Another process renews the token, and does not end.
        package static let locked = Code("locked", advice: "wait until the other run ends")
        /// The folder cannot be created or written.
        package static let folderUnusable = Code("folderUnusable")
        /// A read or write on the disk failed.
        package static let storage = Code("storage", advice: "check the disk and run again")
        /// The disk or the quota is full.
        package static let diskFull = Code("diskFull", advice: "free some space and run again")

        /// A call reached a service that no longer exists.
        package static let serviceUnavailable = Code("serviceUnavailable")
    }

    /// The kind of error.
    package let code: Code
    /// A description of the error in one sentence without secrets.
    package let message: String
    /// The remedy, for the user of the program; `nil` if there is none.
    package let advice: String?
    /// The underlying error; `nil` if there is none.
    package let cause: (any Error)?

    /// Creates an error with this code and message, and a remedy in place of the code's own.
    package init(
        _ code: Code, _ message: String, advice: String? = nil, cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.advice = advice ?? code.advice
        self.cause = cause
    }
}

extension AccountError.Code {
    /// Whether the same operation may succeed later without the user.
    package var isTransient: Bool {
        switch self {
        case .network, .rateLimited, .locked, .storage, .diskFull: true
        default: false
        }
    }
}
