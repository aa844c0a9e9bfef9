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
    public package(set) var phase = Phase.nodes
    /// Pages of nodes that were stored.
    public package(set) var pages = 0
    /// Changes that these pages brought.
    public package(set) var changes = 0
    /// What they changed in the library.
    public package(set) var effect = PageEffect()
    /// Thumbnails that were stored.
    public package(set) var thumbnails = 0
    /// Those among them that replaced a thumbnail of another size.
    public package(set) var resizedThumbnails = 0
    /// Bytes of these thumbnails.
    public package(set) var thumbnailBytes: Int64 = 0
    /// Thumbnails that could not be fetched, apart from `unsupportedThumbnails`.
    public package(set) var failedThumbnails = 0
    /// New photos and videos in a format of which the server makes no thumbnails.
    public package(set) var unsupportedThumbnails = 0
    /// Thumbnails that the run began with wanting.
    public package(set) var wantedThumbnails = 0
    /// The size of the library, counted when the thumbnails begin and when the run ends; `nil` before.
    public package(set) var census: LibraryCensus?
    /// What the run waits for at the moment.
    public package(set) var wait: FeedWait?

    /// The beginning of a run.
    public init() {}
}
