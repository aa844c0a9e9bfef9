/// How much there is in a library.
public struct LibraryCensus: Hashable, Sendable {
    /// Photos and videos.
    public let nodes: Int
    /// Photos and videos whose thumbnail is there.
    public let thumbnails: Int
    /// Photos and videos whose thumbnail could not be had.
    public let failedThumbnails: Int
    /// Photos and videos whose thumbnail a run would fetch; those that failed for now are among them.
    public let wantedThumbnails: Int

    /// These numbers.
    public init(nodes: Int, thumbnails: Int, failedThumbnails: Int, wantedThumbnails: Int) {
        self.nodes = nodes
        self.thumbnails = thumbnails
        self.failedThumbnails = failedThumbnails
        self.wantedThumbnails = wantedThumbnails
    }
}
