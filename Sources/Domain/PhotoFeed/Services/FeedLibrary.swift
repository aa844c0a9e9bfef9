/// The local library: the nodes, the cursor that they belong to, and the thumbnails.
///
/// A service of the business logic, confined to the scheduler on which it was made. Every call
/// blocks on the disk. The effect of a call that has returned survives the process; a call that is
/// killed leaves the previous state.
public protocol FeedLibrary: AnyObject {
    /// Returns the state of the library in its feed's history.
    func state() throws(FeedError) -> FeedState

    /// Begins a new listing of `source`; the stored content stays until the listing is complete.
    func beginListing(of source: FeedSource) throws(FeedError)

    /// Stores that the library follows `source`; its position in the history stays.
    func setSource(_ source: FeedSource) throws(FeedError)

    /// Whether `credential` is the one stored last, with the account that it belongs to.
    func hasStored(_ credential: FeedCredential) throws(FeedError) -> Bool

    /// Stores a keyed fingerprint of the credential of the account that the library follows.
    func storeCredential(_ credential: FeedCredential) throws(FeedError)

    /// Stores a page and its cursor in one transaction.
    ///
    /// The last page of a listing also removes the nodes that the listing did not contain. A
    /// partial listing removes only what its own changes delete.
    func apply(_ page: FeedPage) throws(FeedError) -> ChangeSummary

    /// Returns the chosen size of thumbnails; `nil` if none was chosen.
    func thumbnailSize() throws(FeedError) -> ThumbnailSize?

    /// Sets the size of thumbnails from now on.
    ///
    /// Stored thumbnails of another or an unknown size have to be fetched again.
    func setThumbnailSize(_ size: ThumbnailSize) throws(FeedError)

    /// Returns the next thumbnails to fetch, newest first, after `position`.
    ///
    /// A thumbnail that failed temporarily is left out until its time comes: after the second
    /// failure the waits grow from a quarter of an hour to a week.
    ///
    /// - Parameter withMediaInfo: whether stored thumbnails are fetched again if the server was
    ///   never asked for the picture's metadata, or has not examined it yet.
    func pendingThumbnails(
        after position: FeedPosition?, limit: Int, withMediaInfo: Bool
    ) throws(FeedError) -> [PendingThumbnail]

    /// Stores pictures and failures: each file before its row, all rows in one transaction.
    ///
    /// An outcome for a revision that is no longer current is dropped. The failure to fetch a
    /// stored thumbnail again is dropped, too.
    ///
    /// - Parameter size: the requested size.
    func store(_ outcomes: [ThumbnailResult], size: ThumbnailSize) throws(FeedError)

    /// Ends a run of changes: removes files that are no longer referenced.
    func collectGarbage() throws(FeedError)

    /// Returns the counts of the library; for `withMediaInfo`, see `pendingThumbnails`.
    func statistics(withMediaInfo: Bool) throws(FeedError) -> LibraryStatistics

    /// Returns a window of the feed, newest first.
    func window(_ query: FeedQuery) throws(FeedError) -> FeedWindow

    /// Returns the display path of a photo or video; `nil` if it is not in the library.
    func displayPath(of id: NodeID) throws(FeedError) -> String?
}
