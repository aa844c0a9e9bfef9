/// An event of a run.
public enum SyncEvent: Hashable, Sendable {
    /// The run lists the feed from its beginning, for this reason.
    case listing(ListingReason)
    /// The run has made progress; also sent when a wait begins or ends.
    case progress(SyncProgress)
    /// A photo or video has no thumbnail for now.
    ///
    /// `path` is that of the feed, with the folder names in their own case.
    case thumbnailFailed(NodeID, path: String, ThumbnailFailure)
    /// The server has not listed a folder, or has not described a file.
    ///
    /// The message of the error begins with its path.
    case unlisted(path: String, FeedError)
    /// The run is over, with this result.
    case finished(SyncProgress)
}
