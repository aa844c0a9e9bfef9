/// What a run is to do.
public struct SyncOptions: Sendable {
    /// The content to mirror.
    public let source: FeedSource
    /// The credential that opens the account; `nil` to leave the account unchecked.
    public let credential: FeedCredential?
    /// Whether a library that follows another source is to follow this one from now on, and lose what only the other has.
    public let replacesSource: Bool
    /// Whether to fetch thumbnails.
    public let fetchesThumbnails: Bool
    /// The size of thumbnails from now on; `nil` to keep the library's.
    ///
    /// Thumbnails that were stored in another size are fetched again.
    public let thumbnailSize: ThumbnailSize?
    /// Whether to ask for dates, places and sizes in pixels, at the cost of a request for each picture.
    public let mediaInfo: Bool

    /// A run over `source`.
    public init(
        source: FeedSource = FeedSource(), credential: FeedCredential? = nil,
        replacesSource: Bool = false, fetchesThumbnails: Bool = true,
        thumbnailSize: ThumbnailSize? = nil, mediaInfo: Bool = false
    ) {
        self.source = source
        self.credential = credential
        self.replacesSource = replacesSource
        self.fetchesThumbnails = fetchesThumbnails
        self.thumbnailSize = thumbnailSize
        self.mediaInfo = mediaInfo
    }
}
