import PhotoFeed

/// The place of a library that cannot be opened; each call fails with the reason.
///
/// It keeps the positions of the other libraries, which are parts of addresses.
final class UnopenedLibrary: FeedReader, FeedScanning {  // not @Schedulable: it is never changed
    let error: FeedError

    init(_ error: FeedError) { self.error = error }

    func state() throws(FeedError) -> FeedState { throw error }
    func hasStored(_ credential: FeedCredential) throws(FeedError) -> Bool { throw error }
    func thumbnailSize() throws(FeedError) -> ThumbnailSize? { throw error }
    func pendingThumbnails(
        after position: FeedPosition?, limit: Int, withMediaInfo: Bool
    ) throws(FeedError) -> [PendingThumbnail] { throw error }
    func statistics(withMediaInfo: Bool) throws(FeedError) -> LibraryStatistics { throw error }
    func window(_ query: FeedQuery) throws(FeedError) -> FeedWindow { throw error }
    func item(_ id: NodeID) throws(FeedError) -> FeedItem? { throw error }
    func displayPath(of id: NodeID) throws(FeedError) -> String? { throw error }
    func thumbnail(of id: NodeID) throws(FeedError) -> [UInt8]? { throw error }
    func syncHistory() throws(FeedError) -> [SyncRecord] { throw error }
    func journal(_ query: JournalQuery) throws(FeedError) -> JournalWindow { throw error }
    func scan(
        after number: Int64, limit: Int, _ body: (ScannedItem) -> Void
    ) throws(FeedError) -> Int64? { throw error }
    func items(numbered numbers: [Int64]) throws(FeedError) -> [FeedItem] { throw error }
}
