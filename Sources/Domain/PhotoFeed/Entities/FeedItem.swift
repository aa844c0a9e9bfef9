/// A photo or video as the feed shows it.
public struct FeedItem: Hashable, Sendable {
    /// What the server says of it.
    public let node: MediaNode
    /// The path in the case of its folders' own names.
    public let displayPath: String
    /// What there is to show.
    public let thumbnail: ThumbnailState

    /// An item that shows `node`.
    public init(node: MediaNode, displayPath: String, thumbnail: ThumbnailState) {
        self.node = node
        self.displayPath = displayPath
        self.thumbnail = thumbnail
    }
}
