/// The local library: the nodes, the cursor that they belong to, and the thumbnails.
///
/// A service of the business logic; confined to the scheduler on which it was made. Every call
/// blocks on the disk. What a call has returned from survives the process, and what a killed call
/// leaves behind is what was there before it.
public protocol FeedLibrary: AnyObject {
    /// What the library knows of its feed's history.
    func state() throws(FeedError) -> FeedState

    /// Begins to list `source` from nothing: what is stored stays until the listing is complete.
    func beginListing(of source: FeedSource) throws(FeedError)

    /// Stores that the library follows `source`; the place in its history stays.
    func adopt(_ source: FeedSource) throws(FeedError)

    /// Whether `credential` is the one that was last stored, with the account that it opens.
    func remembers(_ credential: FeedCredential) throws(FeedError) -> Bool

    /// Stores a keyed fingerprint of the credential, which opens the account that the library follows.
    func remember(_ credential: FeedCredential) throws(FeedError)

    /// Stores a page and its cursor in one transaction.
    ///
    /// The last page of a listing also removes what the listing did not mention; a partial listing
    /// removes nothing but what its own changes say.
    func apply(_ page: FeedPage) throws(FeedError) -> PageEffect

    /// The size that was chosen for thumbnails; `nil` while none was.
    func thumbnailSize() throws(FeedError) -> ThumbnailSize?

    /// Chooses the size of thumbnails from now on: stored ones of another size, or of an unknown one, are wanted again.
    func chooseThumbnailSize(_ size: ThumbnailSize) throws(FeedError)

    /// The next thumbnails to fetch, newest first, behind `position`.
    ///
    /// A thumbnail that failed for now is left out until its time comes: after the second failure the
    /// waits grow from a quarter of an hour to a week.
    ///
    /// - Parameter withMediaInfo: Whether stored thumbnails are wanted again if the server was never asked
    ///   what it reads out of the picture, or has not looked into it yet.
    func wantedThumbnails(
        after position: FeedPosition?, limit: Int, withMediaInfo: Bool
    ) throws(FeedError) -> [WantedThumbnail]

    /// Stores pictures and failures: each file before its row, all rows in one transaction.
    ///
    /// An outcome for a revision that is not the present one any more is dropped, and so is the failure
    /// to fetch once more what is there.
    ///
    /// - Parameter size: The size that was asked for.
    func store(_ outcomes: [ThumbnailOutcome], size: ThumbnailSize) throws(FeedError)

    /// Ends a run of changes: files that nothing refers to any more go.
    func tidyUp() throws(FeedError)

    /// How much there is; `withMediaInfo` says what is wanted, as it does to `wantedThumbnails`.
    func census(withMediaInfo: Bool) throws(FeedError) -> LibraryCensus

    /// A window of the feed, newest first.
    func window(_ query: FeedQuery) throws(FeedError) -> FeedWindow

    /// The path of a photo or video as the feed shows it; `nil` when it is not in the library.
    func displayPath(of id: NodeID) throws(FeedError) -> String?
}
