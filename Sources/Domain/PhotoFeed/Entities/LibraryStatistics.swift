/// The size of a library, as numbers of photos and videos.
public struct LibraryStatistics: Hashable, Sendable {
    /// The number of photos and videos.
    public let nodes: Int
    /// The number of photos and videos whose thumbnail is stored.
    public let thumbnails: Int
    /// The number of stored thumbnails of another size, which a run would fetch again.
    public let otherSizeThumbnails: Int
    /// The number of photos and videos whose thumbnail could not be fetched, without
    /// `unsupportedThumbnails`.
    public let failedThumbnails: Int
    /// The number of photos and videos of which the provider makes no thumbnails.
    public let unsupportedThumbnails: Int
    /// The number of photos and videos whose thumbnail a run would fetch.
    ///
    /// It includes those that failed temporarily, and `otherSizeThumbnails`.
    public let pendingThumbnails: Int
    /// The earliest time at which a run would fetch a thumbnail that it leaves out before, because
    /// it has failed several times; `nil` if there is none.
    package let nextAttempt: FeedTime?

    /// Creates statistics with these numbers.
    public init(
        nodes: Int, thumbnails: Int, otherSizeThumbnails: Int = 0, failedThumbnails: Int,
        unsupportedThumbnails: Int = 0, pendingThumbnails: Int, nextAttempt: FeedTime? = nil
    ) {
        self.nodes = nodes
        self.thumbnails = thumbnails
        self.otherSizeThumbnails = otherSizeThumbnails
        self.failedThumbnails = failedThumbnails
        self.unsupportedThumbnails = unsupportedThumbnails
        self.pendingThumbnails = pendingThumbnails
        self.nextAttempt = nextAttempt
    }

    /// The number of photos and videos without a thumbnail for which a run requests one.
    ///
    /// Those without media information must not be counted as pending.
    package var wantedThumbnails: Int { pendingThumbnails - otherSizeThumbnails }

    /// The number of photos and videos without a thumbnail for which a run requests none, because
    /// it could not be fetched.
    ///
    /// With `thumbnails`, `wantedThumbnails` and `unsupportedThumbnails`, the sum is `nodes`.
    package var lostThumbnails: Int {
        max(0, nodes - thumbnails - wantedThumbnails - unsupportedThumbnails)
    }
}
