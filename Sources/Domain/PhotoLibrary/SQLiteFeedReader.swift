import DurableFiles
import Persistence
public import PhotoFeed
import SQLitePersistence
public import Scheduling

/// A library in a folder that is open for reading: an SQLite database, and packs of thumbnails.
///
/// Any number of processes may read a library while one writes it.
///
/// A business-logic service, confined to the scheduler on which it was made. Every call blocks on
/// the disk: a window of 100 items takes less than a millisecond.
@Schedulable
public class SQLiteFeedReader: FeedReader {
    /// The names of the tables of a library's database.
    package static let tableNames = [
        "feed", "folder", "journal", "journal_extent", "journal_page", "media_info", "node",
        "pack", "sync", "sync_wait",
    ]

    /// The path of the library's folder.
    public let path: String
    let tables: LibraryTables
    private let thumbnails: ThumbnailReader
    /// The open folder, which is released after the database that is accessed through it.
    ///
    /// Properties are released in the order of their declarations.
    let folder: LibraryFolder
    let now: () -> FeedTime

    /// Opens the library in the folder `path`.
    ///
    /// - Throws: `.libraryNotFound`, `.notALibrary`, `.libraryUnusable`, `.libraryDamaged`,
    ///   `.libraryTooNew`, `.libraryTooOld`, `.storage`.
    public convenience init(path: String) throws(FeedError) {
        try self.init(path: path, packs: nil)
    }

    /// Opens the library as `init(path:)` does, with another store of the packs.
    package convenience init(path: String, packs: (any PackStore)?) throws(FeedError) {
        let folder = try LibraryFolder(reading: path)
        let tables = try mapErrors(path) { try LibraryTables(reading: folder) }
        let packs =
            packs ?? PackFiles { () throws(DurableFileError) in try folder.existingThumbnails }
        try self.init(folder, tables, packs: packs, now: FeedTime.now)
    }

    init(
        _ folder: LibraryFolder, _ tables: LibraryTables, packs: any PackStore,
        now: @escaping () -> FeedTime
    ) throws(FeedError) {
        thumbnails = try mapErrors(folder.path) {
            try ThumbnailReader(tables, in: folder, packs: packs)
        }
        path = folder.path
        self.tables = tables
        self.folder = folder
        self.now = now
    }

    /// Returns the library's position in the history of its feed.
    public func state() throws(FeedError) -> FeedState {
        try read { try tables.feed.row().state() }
    }

    /// Whether `credential` is the one of the last run; see `FeedReader`.
    public func hasStored(_ credential: FeedCredential) throws(FeedError) -> Bool {
        try read { try tables.feed.credential()?.matches(credential) ?? false }
    }

    /// Returns the size that was chosen for thumbnails; `nil` if none was chosen.
    public func thumbnailSize() throws(FeedError) -> ThumbnailSize? {
        try read { try tables.feed.thumbnailSize() }
    }

    /// Returns the next thumbnails to fetch, newest first.
    public func pendingThumbnails(
        after position: FeedPosition?, limit: Int, withMediaInfo: Bool
    ) throws(FeedError) -> [PendingThumbnail] {
        try read {
            try tables.windows.pendingThumbnails(
                after: position, limit: limit, withMediaInfo: withMediaInfo, now: now())
        }
    }

    /// Returns the numbers of nodes and thumbnails; reads all rows of the nodes.
    public func statistics(withMediaInfo: Bool) throws(FeedError) -> LibraryStatistics {
        try read { try tables.windows.statistics(withMediaInfo: withMediaInfo, now: now()) }
    }

    /// Returns a window of the feed, newest first; see `FeedReader`.
    ///
    /// A window of an earlier time costs a look-up in the journal for each item, too.
    public func window(_ query: FeedQuery) throws(FeedError) -> FeedWindow {
        guard let time = query.time else { return try read { try tables.windows.window(query) } }
        return try readRows { try tables.journal.window(query, at: time, in: $0) }
    }

    /// Returns a photo or video; `nil` if it is not in the library.
    public func item(_ id: NodeID) throws(FeedError) -> FeedItem? {
        try read { try tables.windows.item(id) }
    }

    /// Returns the display path of a photo or video; `nil` if it is not in the library.
    public func displayPath(of id: NodeID) throws(FeedError) -> String? {
        try read { try tables.windows.displayPath(of: id) }
    }

    /// Reads the stored thumbnail of a photo or video; see `FeedReader`.
    ///
    /// A picture costs a look-up in the database and a read; up to 16 packs stay open.
    public func thumbnail(of id: NodeID) throws(FeedError) -> [UInt8]? {
        try mapErrors(path) { try thumbnails.bytes(of: id) }
    }

    /// Reads the stored thumbnail of a photo or video with a checksum; see `FeedReader`.
    ///
    /// It costs as much as the call without a checksum.
    public func thumbnail(of id: NodeID, checksum: UInt64) throws(FeedError) -> [UInt8]? {
        try mapErrors(path) { try thumbnails.bytes(of: id, checksum: checksum) }
    }

    /// Returns the records of the last 100 runs, newest first.
    public func syncHistory() throws(FeedError) -> [SyncRecord] {
        try readRows { try SyncHistory.records(in: $0) }
    }

    /// Returns a part of the journal, which has at most 100,000 entries of the last 366 days.
    public func journal(_ query: JournalQuery) throws(FeedError) -> JournalWindow {
        try readRows { try tables.journal.entries(query, in: $0) }
    }

    /// Releases the cached pages of the database, and returns their size in bytes.
    ///
    /// The next calls read them from the disk again.
    @discardableResult package func releaseMemory() -> Int { tables.connection.releaseMemory() }

    private func readRows<Value>(
        _ body: (ReadSession) throws -> Value
    ) throws(FeedError) -> Value {
        try mapErrors(path) { try tables.readRows(body) }
    }

    private func read<Value>(_ body: () throws -> Value) throws(FeedError) -> Value {
        try mapErrors(path) { try tables.read(body) }
    }
}
