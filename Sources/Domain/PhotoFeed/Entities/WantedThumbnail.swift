/// A photo or video whose thumbnail is still to be fetched.
public struct WantedThumbnail: Hashable, Sendable {
    /// The photo or video.
    public let id: NodeID
    /// The revision that the thumbnail will belong to.
    public let revision: String
    /// Where its date puts it in the feed, which is the order of fetching.
    public let position: FeedPosition

    /// A thumbnail that is wanted of `revision` of `id`.
    public init(id: NodeID, revision: String, position: FeedPosition) {
        self.id = id
        self.revision = revision
        self.position = position
    }
}
