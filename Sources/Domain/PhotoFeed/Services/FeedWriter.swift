/// The local library with its writing side: the nodes, their cursor, and the thumbnails.
///
/// A service of the business logic, confined to the scheduler on which it was made. Every call
/// blocks on the disk. The effect of a call that has returned survives the process; a call that is
/// killed leaves the previous state. Code that only reads takes a `FeedReader`.
public protocol FeedWriter: FeedReader {
    /// Begins a new listing of `source`; the stored content stays until the listing is complete.
    func beginListing(of source: FeedSource) throws(FeedError)

    /// Stores that the library follows `source`; its position in the history stays.
    func setSource(_ source: FeedSource) throws(FeedError)

    /// Stores a keyed fingerprint of the credential of the account that the library follows.
    func storeCredential(_ credential: FeedCredential) throws(FeedError)

    /// Stores pages and the cursor of the last one in one transaction.
    ///
    /// The last page of a listing also removes the nodes that the listing did not contain. A
    /// partial listing removes only what its own changes delete.
    ///
    /// - Parameters:
    ///   - pages: consecutive pages; one, unless the removals of the first ones exceeded the limit.
    ///   - limit: the removals that the run may make.
    ///   - earlier: the changes that the run has made before.
    /// - Throws: `.tooManyRemovals` if the changes of the run would exceed the limit. The library
    ///   then stays unchanged.
    func apply(
        _ pages: [FeedPage], removing limit: RemovalLimit, after earlier: ChangeSummary
    ) throws(FeedError) -> ChangeSummary

    /// Sets the size of thumbnails from now on.
    ///
    /// Stored thumbnails of another or an unknown size have to be fetched again.
    func setThumbnailSize(_ size: ThumbnailSize) throws(FeedError)

    /// Returns the next thumbnails that can only be made of an original, newest first.
    ///
    /// These are the thumbnails that the server refuses for good, and stored ones of another size
    /// than the chosen one. One that could not be made of the original of this revision
    /// (`ThumbnailFailure.isOfOriginal`) is left out.
    func thumbnailsToMake(
        after position: FeedPosition?, limit: Int
    ) throws(FeedError) -> [PendingThumbnail]

    /// Stores pictures and failures: first the bytes of all pictures, then their rows in one
    /// transaction.
    ///
    /// An outcome for a revision that is no longer current is dropped. The failure to fetch a
    /// stored thumbnail again is dropped, too.
    ///
    /// - Parameter size: the requested size.
    func store(_ outcomes: [ThumbnailResult], size: ThumbnailSize) throws(FeedError)

    /// Releases the space of unused pictures, and ends a run of changes.
    func collectGarbage() throws(FeedError)

    /// Records a run that has ended now; the oldest records are dropped.
    ///
    /// It does not wait for the disk: after a power cut, the records of the last runs may be lost.
    func recordSync(_ summary: SyncSummary) throws(FeedError)

    /// Replaces the outcome of the last record, for a run that has failed after its listing.
    ///
    /// It has no effect without a record, and does not wait for the disk.
    func correctSync(_ outcome: SyncSummary.Outcome) throws(FeedError)
}

extension FeedWriter {
    /// Stores a page and its cursor in one transaction, without a limit of the removals.
    public func apply(_ page: FeedPage) throws(FeedError) -> ChangeSummary {
        try apply([page], removing: .unlimited, after: ChangeSummary())
    }
}
