/// The size of a library, as numbers of photos and videos.
public struct LibraryStatistics: Hashable, Sendable {
    /// The number of photos and videos.
    public let nodes: Int
    /// The number of photos and videos whose thumbnail is stored.
    public let thumbnails: Int
    /// The number of photos and videos whose thumbnail could not be fetched.
    public let failedThumbnails: Int
    /// The number of photos and videos whose thumbnail a run would fetch.
    ///
    /// It includes those that failed temporarily.
    public let pendingThumbnails: Int

    /// Creates statistics with these numbers.
    public init(nodes: Int, thumbnails: Int, failedThumbnails: Int, pendingThumbnails: Int) {
        self.nodes = nodes
        self.thumbnails = thumbnails
        self.failedThumbnails = failedThumbnails
        self.pendingThumbnails = pendingThumbnails
    }
}
