/// A photo or video whose thumbnail is still to be fetched, or to be fetched in another size.
public struct WantedThumbnail: Hashable, Sendable {
    /// The photo or video.
    public let id: NodeID
    /// The revision that the thumbnail will belong to.
    public let revision: String
    /// Where its date puts it in the feed, which is the order of fetching.
    public let position: FeedPosition
    /// Whether a thumbnail of another size is there.
    public let isResize: Bool

    /// A thumbnail that is wanted of `revision` of `id`.
    public init(id: NodeID, revision: String, position: FeedPosition, isResize: Bool = false) {
        self.id = id
        self.revision = revision
        self.position = position
        self.isResize = isResize
    }
}
