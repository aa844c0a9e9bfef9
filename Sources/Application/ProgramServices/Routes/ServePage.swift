package import Foundation
import Routing

/// Serves libraries as a page for browsers until the program ends.
///
/// The outputs are the addresses. A further call replaces the libraries of the page, whose settings
/// and addresses stay; it has no outputs.
package struct ServePage: Route {
    package typealias Output = [Visitor]

    /// A library of the page.
    package struct Library: Hashable, Sendable {
        /// The name of the account; the path of a library without one.
        package let name: String
        package let folder: URL

        package init(name: String, folder: URL) {
            self.name = name
            self.folder = folder
        }
    }

    /// A person who may open the page, with an address that contains the person's token.
    package struct Visitor: Hashable, Sendable {
        /// The name of a guest; `nil` for the owner, who is the first of all.
        package let guest: String?
        package let address: String

        package init(guest: String?, address: String) {
            self.guest = guest
            self.address = address
        }
    }

    /// The libraries.
    ///
    /// The page names those that cannot be opened, until they can.
    package let libraries: [Library]
    package let settings: PageSettings

    package init(_ libraries: [Library], settings: PageSettings) {
        self.libraries = libraries
        self.settings = settings
    }
}
