/// The content that a library mirrors: a folder in an account on a server.
///
/// A library stores its source. A run for a source that does not match it
/// (`matches(_:isCaseSensitive:)`) fails with `.followsAnotherSource` unless
/// `SyncOptions.replacesSource` is set: a wrong folder or account must not remove the photos of a
/// library.
public struct FeedSource: Hashable, Sendable, CustomStringConvertible {
    /// The server's name, for comparison and display, such as `example.org`; `nil` if unknown.
    public let server: String?
    /// The folder, as the server writes paths (`/Camera Uploads`); empty for the whole account.
    public let folder: String
    /// The account; `nil` if unknown.
    public let account: FeedAccount?

    /// Creates the source for the folder `folder` of `account` on `server`.
    public init(server: String? = nil, folder: String = "", account: FeedAccount? = nil) {
        self.server = server
        self.folder = folder
        self.account = account
    }

    /// Returns the same folder and server, in `account`.
    public func with(_ account: FeedAccount?) -> FeedSource {
        FeedSource(server: server, folder: folder, account: account)
    }

    /// Whether a library that follows this source may also follow `other`.
    ///
    /// A library whose server is unknown matches any server. An account that is unknown on either
    /// side is not compared.
    ///
    /// - Parameter isCaseSensitive: whether two folders whose names differ only in case are two
    ///   sources.
    public func matches(_ other: FeedSource, isCaseSensitive: Bool = false) -> Bool {
        (isCaseSensitive
            ? folder.utf8.elementsEqual(other.folder.utf8)
            : folder.lowercased().utf8.elementsEqual(other.folder.lowercased().utf8))
            && (server == nil || server == other.server)
            && (account == nil || other.account == nil || account == other.account)
    }

    /// The source as a part of a sentence.
    public var description: String {
        (folder.isEmpty ? "the whole account" : folder)
            + (account.map { folder.isEmpty ? " \($0)" : " of the account \($0)" } ?? "")
            + (server.map { " on \($0)" } ?? "")
    }
}
