/// The reading side of the local library: the feed, and the state of its mirror.
///
/// A service of the business logic, confined to the scheduler on which it was made. Every call
/// blocks on the disk.
///
/// A library may be read while a run writes it: a call returns what is stored so far.
public protocol FeedReader: AnyObject {
    /// Returns the state of the library in its feed's history.
    func state() throws(FeedError) -> FeedState

    /// Whether `credential` is the one stored last, with the account that it belongs to.
    func hasStored(_ credential: FeedCredential) throws(FeedError) -> Bool

    /// Returns the chosen size of thumbnails; `nil` if none was chosen.
    func thumbnailSize() throws(FeedError) -> ThumbnailSize?

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

    /// Returns the counts of the library; for `withMediaInfo`, see `pendingThumbnails`.
    func statistics(withMediaInfo: Bool) throws(FeedError) -> LibraryStatistics

    /// Returns a window of the feed, newest first; at the time of the query, if it has one.
    ///
    /// A photo of an earlier time has its present thumbnail if its content is still the same, and
    /// otherwise the failure `.notKept`.
    ///
    /// - Throws: `.historyNotKept` if the journal begins after the time of the query.
    func window(_ query: FeedQuery) throws(FeedError) -> FeedWindow

    /// Returns a photo or video; `nil` if it is not in the library.
    func item(_ id: NodeID) throws(FeedError) -> FeedItem?

    /// Returns the display path of a photo or video; `nil` if it is not in the library.
    func displayPath(of id: NodeID) throws(FeedError) -> String?

    /// Reads the stored thumbnail of a photo or video.
    ///
    /// - Returns: the encoded picture; `nil` if none is stored.
    /// - Throws: `.thumbnailDamaged` if the stored bytes are missing or damaged.
    func thumbnail(of id: NodeID) throws(FeedError) -> [UInt8]?

    /// Reads the stored thumbnail of a photo or video, if its location has a checksum.
    ///
    /// A server of pictures, whose addresses contain their checksums, needs nothing else of the
    /// photo. The default reads the whole item first.
    ///
    /// - Returns: the encoded picture; `nil` if none is stored, or one with another checksum.
    /// - Throws: `.thumbnailDamaged` if the stored bytes are missing or damaged.
    func thumbnail(of id: NodeID, checksum: UInt64) throws(FeedError) -> [UInt8]?

    /// Returns the records of the last runs, newest first; a library keeps a limited number.
    func syncHistory() throws(FeedError) -> [SyncRecord]

    /// Returns a part of the journal of changes, oldest first.
    ///
    /// The journal begins when the first listing is complete. The state at that time, and the
    /// entries after it, give the present state of the library. Old entries become a part of that
    /// first state: a library keeps a limited number of entries, for a limited time.
    func journal(_ query: JournalQuery) throws(FeedError) -> JournalWindow
}

extension FeedReader {
    /// Reads the item, and then its thumbnail; see the requirement.
    public func thumbnail(of id: NodeID, checksum: UInt64) throws(FeedError) -> [UInt8]? {
        guard case .stored(let location)? = try item(id)?.thumbnail, location.checksum == checksum
        else { return nil }
        return try thumbnail(of: id)
    }

    /// Returns all entries of the journal since a time, oldest first.
    ///
    /// They are read in parts. A program that shows many of them uses `journal(_:)` instead.
    public func journal(since time: FeedTime?) throws(FeedError) -> [JournalEntry] {
        var entries: [JournalEntry] = []
        var query: JournalQuery? = JournalQuery(limit: 1_000, since: time)
        while let part = query {
            let window = try journal(part)
            entries += window.entries
            query = window.next.map(part.continuing)
        }
        return entries
    }
}
