import DropboxFeed
package import PhotoFeed
import WebDAVFeed

/// The photo services that the program can mirror.
///
/// A new provider is a target, and an element of this list.
package enum Providers {
    /// All providers, the default first.
    package static let all: [FeedProvider] = [.dropbox, .webDAV]

    /// The providers that a user signs in to with a browser.
    package static var withSignIn: [FeedProvider] { all.filter { $0.signIn != nil } }

    /// The provider of a command that names none.
    package static var standard: FeedProvider { all[0] }
}
