/// What a library mirrors: a folder, and the server that has it.
public struct FeedSource: Hashable, Sendable, CustomStringConvertible {
    /// The server's name, to compare and to show, such as `dropbox.com`; `nil` where nobody has told it.
    public let server: String?
    /// The folder, as the server writes paths (`/Camera Uploads`); empty for the whole account.
    public let folder: String

    /// The folder `folder` of `server`.
    public init(server: String? = nil, folder: String = "") {
        self.server = server
        self.folder = folder
    }

    /// Whether a library that follows this follows `other` just as well; a library that was never told
    /// its server takes any server for its own.
    public func fits(_ other: FeedSource) -> Bool {
        folder == other.folder && (server == nil || server == other.server)
    }

    /// The source, for a sentence.
    public var description: String {
        (folder.isEmpty ? "the whole account" : folder) + (server.map { " on \($0)" } ?? "")
    }
}
