package import Foundation

/// The settings of an account that a command uses.
package struct AccountSettings: Sendable {
    /// The folder of the library; `nil` for a sign-in.
    package let library: URL?
    /// The server with the credential; `nil` for a command that only reads the library.
    package let server: ServerConfiguration?

    package init(library: URL?, server: ServerConfiguration? = nil) {
        self.library = library
        self.server = server
    }
}
