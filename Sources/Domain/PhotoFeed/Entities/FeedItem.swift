/// A photo or video of the feed, for display.
public struct FeedItem: Hashable, Sendable {
    /// The server's description of the file.
    public let node: MediaNode
    /// The path, with the folder names in their own case.
    public let displayPath: String
    /// The state of the thumbnail.
    public let thumbnail: ThumbnailState

    /// Creates an item for `node`.
    public init(node: MediaNode, displayPath: String, thumbnail: ThumbnailState) {
        self.node = node
        self.displayPath = displayPath
        self.thumbnail = thumbnail
    }
}
