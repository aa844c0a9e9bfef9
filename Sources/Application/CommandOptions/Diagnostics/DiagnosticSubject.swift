package import Accounts
package import Composition
package import Foundation
package import ProgramServices

/// The account, the library and the server that the checks of a diagnosis examine.
package struct DiagnosticSubject: Sendable {
    /// The account; `nil` for a library without one.
    package let account: Account?
    /// The folder of the library, which may not exist; `nil` if the account cannot be read.
    package let library: URL?
    /// The server, with the access to it; `nil` if it is not known.
    package let server: ServerConfiguration?
    /// The scope of the account, whose services are made at their first use; `nil` if the account
    /// cannot be read.
    package let scope: Scope?

    package init(
        account: Account?, library: URL?, server: ServerConfiguration? = nil, scope: Scope? = nil
    ) {
        self.account = account
        self.library = library
        self.server = server
        self.scope = scope
    }
}
