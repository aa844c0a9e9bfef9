import DropboxFeed
import PhotoFeed

/// The photo services that the program can mirror.
///
/// A new provider is a target, and an element of this list.
enum Providers {
    /// All providers, the default first.
    static let all: [FeedProvider] = [.dropbox]

    /// The provider of a command that names none.
    static var standard: FeedProvider { all[0] }
}
