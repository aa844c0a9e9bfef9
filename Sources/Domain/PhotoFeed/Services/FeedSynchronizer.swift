public import Signals

/// Brings a library up to date with its server.
///
/// A service of the business logic; confined to the scheduler on which it was made.
public protocol FeedSynchronizer: AnyObject {
    /// One run: the pages since the last one, then the thumbnails that are wanted.
    ///
    /// Cold: each subscription is a run; only one may be under way. Events come on the
    /// synchronizer's scheduler; the last one before completion is `.finished`. Disposal ends the
    /// run at once, with the library good and the next run going on from there.
    func synchronize(_ options: SyncOptions) -> Signal<SyncEvent, FeedError>
}

/// What a run is to do.
public struct SyncOptions: Hashable, Sendable {
    /// The folder to mirror, as the server writes paths (`/Camera Uploads`); empty for the whole account.
    public let folder: String
    /// The thumbnails to fetch; `nil` for none.
    public let thumbnails: ThumbnailSize?
    /// Whether to ask for dates, places and sizes in pixels, at the cost of a request for each picture.
    public let mediaInfo: Bool

    /// A run over `folder`.
    public init(
        folder: String = "", thumbnails: ThumbnailSize? = .medium, mediaInfo: Bool = false
    ) {
        self.folder = folder
        self.thumbnails = thumbnails
        self.mediaInfo = mediaInfo
    }
}

/// Something that happened during a run.
public enum SyncEvent: Hashable, Sendable {
    /// The run lists the feed from its beginning, and why.
    case listing(ListingReason)
    /// The run has come further; also sent when a wait begins or ends.
    case progress(SyncProgress)
    /// A photo or video will have no thumbnail for now.
    case thumbnailFailed(NodeID, ThumbnailFailure)
    /// The run is over, and this is what it did.
    case finished(SyncProgress)
}

/// Why a feed is listed from its beginning.
public enum ListingReason: String, Hashable, Sendable {
    /// The library is new, or mirrors another folder.
    case first
    /// The server has discarded the cursor.
    case cursorReset
    /// The folder had vanished; it may be there again.
    case folderVanished
}

/// How far a run has come.
public struct SyncProgress: Hashable, Sendable {
    /// What a run is busy with.
    public enum Phase: String, Hashable, Sendable {
        /// Reading pages of nodes.
        case nodes
        /// Fetching thumbnails.
        case thumbnails
        /// Nothing: the run is over.
        case done
    }

    /// What the run is busy with.
    public var phase = Phase.nodes
    /// Pages of nodes that were stored.
    public var pages = 0
    /// Changes that these pages brought.
    public var changes = 0
    /// What they changed in the library.
    public var effect = PageEffect()
    /// Thumbnails that were stored.
    public var thumbnails = 0
    /// Bytes of these thumbnails.
    public var thumbnailBytes: Int64 = 0
    /// Thumbnails that could not be had.
    public var failedThumbnails = 0
    /// Thumbnails that the run began with wanting.
    public var wantedThumbnails = 0
    /// What the run waits for at the moment.
    public var wait: FeedWait?

    /// The beginning of a run.
    public init() {}
}
