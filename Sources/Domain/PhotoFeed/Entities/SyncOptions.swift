/// The options of a run.
///
/// `FeedSynchronizer.synchronize(_:)` receives them. The defaults mirror the whole account with its
/// thumbnails and without the pictures' metadata; the account is not checked, and removals have no
/// limit.
public struct SyncOptions: Hashable, Sendable {
    /// The content to mirror.
    public let source: FeedSource
    /// The credential for the account; `nil` to leave the account unchecked.
    public let credential: FeedCredential?
    /// Whether a library that follows another source follows this one from now on.
    ///
    /// It then loses the content that only the other source has.
    public let replacesSource: Bool
    /// Whether to fetch thumbnails.
    public let fetchesThumbnails: Bool
    /// The size of thumbnails from now on; `nil` to keep the library's.
    ///
    /// Thumbnails that were stored in another size are fetched again.
    public let thumbnailSize: ThumbnailSize?
    /// Whether to request dates, places and dimensions, at the cost of a request for each picture.
    public let mediaInfo: Bool
    /// The number of photos and videos that the run may remove; a replacement has no limit.
    public let removalLimit: RemovalLimit

    /// Creates the options of a run over `source`.
    public init(
        source: FeedSource = FeedSource(), credential: FeedCredential? = nil,
        replacesSource: Bool = false, fetchesThumbnails: Bool = true,
        thumbnailSize: ThumbnailSize? = nil, mediaInfo: Bool = false,
        removalLimit: RemovalLimit = .unlimited
    ) {
        self.source = source
        self.credential = credential
        self.replacesSource = replacesSource
        self.fetchesThumbnails = fetchesThumbnails
        self.thumbnailSize = thumbnailSize
        self.mediaInfo = mediaInfo
        self.removalLimit = removalLimit
    }
}
