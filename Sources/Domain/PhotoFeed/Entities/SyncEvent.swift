/// Something that happened during a run.
public enum SyncEvent: Hashable, Sendable {
    /// The run lists the feed from its beginning, and why.
    case listing(ListingReason)
    /// The run has come further; also sent when a wait begins or ends.
    case progress(SyncProgress)
    /// A photo or video will have no thumbnail for now; `path` is as the feed shows it, in the case of its folders.
    case thumbnailFailed(NodeID, path: String, ThumbnailFailure)
    /// The run is over, and this is what it did.
    case finished(SyncProgress)
}
