/// The size of a library, as numbers of photos and videos.
public struct LibraryCensus: Hashable, Sendable {
    /// The number of photos and videos.
    public let nodes: Int
    /// The number of photos and videos whose thumbnail is stored.
    public let thumbnails: Int
    /// The number of photos and videos whose thumbnail could not be fetched.
    public let failedThumbnails: Int
    /// The number of photos and videos whose thumbnail a run would fetch.
    ///
    /// It includes those that failed temporarily.
    public let wantedThumbnails: Int

    /// Creates a census with these numbers.
    public init(nodes: Int, thumbnails: Int, failedThumbnails: Int, wantedThumbnails: Int) {
        self.nodes = nodes
        self.thumbnails = thumbnails
        self.failedThumbnails = failedThumbnails
        self.wantedThumbnails = wantedThumbnails
    }
}
