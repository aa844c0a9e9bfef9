/// The progress of a run.
///
/// A run sends it after each stored page and each stored group of thumbnails, and when a pause
/// begins or ends. The numbers are those of this run, and `statistics` are those of the library.
public struct SyncProgress: Hashable, Sendable {
    /// The phase of a run.
    public enum Phase: String, Hashable, Sendable {
        /// The run reads pages of nodes.
        case nodes
        /// The run fetches thumbnails.
        case thumbnails
        /// The run is over.
        case done
    }

    /// The current phase.
    public package(set) var phase = Phase.nodes
    /// Whether the run lists the source from its beginning, or continues such a listing.
    public package(set) var isListing = false
    /// The number of pages of nodes that were stored.
    public package(set) var pages = 0
    /// The number of changes in these pages.
    public package(set) var changes = 0
    /// The number of folders and files that the server has not listed, and that stay as they were.
    public package(set) var unlisted = 0
    /// The changes that they made in the library.
    public package(set) var changeSummary = ChangeSummary()
    /// The number of thumbnails that were stored.
    public package(set) var thumbnails = 0
    /// The number of these that replaced a thumbnail of another size.
    public package(set) var resizedThumbnails = 0
    /// The total size of these thumbnails in bytes.
    public package(set) var thumbnailBytes: Int64 = 0
    /// The number of thumbnails that could not be fetched, without `unsupportedThumbnails`.
    public package(set) var failedThumbnails = 0
    /// The number of new photos and videos of which the provider makes no thumbnails.
    public package(set) var unsupportedThumbnails = 0
    /// The number of thumbnails to fetch when the fetching began.
    public package(set) var pendingThumbnails = 0
    /// The size of the library; `nil` until it is counted.
    ///
    /// It is counted before the thumbnails are fetched and at the end of the run.
    public package(set) var statistics: LibraryStatistics?
    /// The current pause, if any.
    public package(set) var pause: FeedPause?

    /// Creates the progress at the beginning of a run.
    public init() {}
}
