/// One version of an original file: the bytes that a server had under one revision.
public struct OriginalVersion: Hashable, Sendable {
    /// The server's stable identifier of the file.
    public let id: NodeID
    /// The path of the file in the account; a provider without revisions fetches by it.
    public let pathKey: String
    /// The revision of the content.
    public let revision: String
    /// The size in bytes; 0 if it is not known.
    public let size: Int64
    /// The fingerprint of the content, if the server provides it.
    public let contentHash: ContentHash?

    /// Creates the version with these properties.
    public init(
        id: NodeID, pathKey: String, revision: String, size: Int64, contentHash: ContentHash?
    ) {
        self.id = id
        self.pathKey = pathKey
        self.revision = revision
        self.size = size
        self.contentHash = contentHash
    }

    /// Creates the version that a listing describes.
    public init(_ node: MediaNode) {
        self.init(
            id: node.id, pathKey: node.pathKey, revision: node.revision, size: node.size,
            contentHash: node.contentHash)
    }

    /// The size in bytes; `nil` for an empty file, and if it is not known.
    public var knownSize: Int64? { size > 0 ? size : nil }
}
