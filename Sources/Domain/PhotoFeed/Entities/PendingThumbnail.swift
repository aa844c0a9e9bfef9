/// A thumbnail that has to be fetched, for the first time or in another size.
public struct PendingThumbnail: Hashable, Sendable {
    /// The photo or video.
    public let id: NodeID
    /// The revision that the thumbnail will belong to.
    public let revision: String
    /// The position of the photo or video in the feed, which is the order of fetching.
    public let position: FeedPosition
    /// Whether a thumbnail of another size is stored.
    public let isResize: Bool

    /// Creates a request for the thumbnail of `revision` of `id`.
    public init(id: NodeID, revision: String, position: FeedPosition, isResize: Bool = false) {
        self.id = id
        self.revision = revision
        self.position = position
        self.isResize = isResize
    }
}
