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
public class SQLiteFeedReader: FeedReader, FeedScanning, ChangeMarking {
    /// The names of the tables of a library's database.
    package static let tableNames = [
        "feed", "folder", "journal", "journal_extent", "journal_page", "media_info", "node",
        "pack", "sync", "sync_wait",
    ]

    /// The path of the library's folder.
    public let path: String
    let tables: LibraryTables
    let packs: any PackStore
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
            packs
            ?? PackFiles { () throws(DurableFileError) in try folder.thumbnails(creating: false) }
        self.init(folder, tables, packs: packs, now: FeedTime.now)
    }

    init(
        _ folder: LibraryFolder, _ tables: LibraryTables, packs: any PackStore,
        now: @escaping () -> FeedTime
    ) {
        path = folder.path
        self.packs = packs
        self.tables = tables
        self.folder = folder
        self.now = now
    }

    /// Returns the library's position in the history of its feed.
    public func state() throws(FeedError) -> FeedState {
        try read { _ in try tables.feed.row().state() }
    }

    /// Whether `credential` is the one of the last run; see `FeedReader`.
    public func hasStored(_ credential: FeedCredential) throws(FeedError) -> Bool {
        try read { _ in try tables.feed.credential()?.matches(credential) ?? false }
    }

    /// Returns the size that was chosen for thumbnails; `nil` if none was chosen.
    public func thumbnailSize() throws(FeedError) -> ThumbnailSize? {
        try read { _ in try tables.feed.row().thumbnailSize }
    }

    /// Returns the next thumbnails to fetch, newest first.
    public func pendingThumbnails(
        after position: FeedPosition?, limit: Int, withMediaInfo: Bool
    ) throws(FeedError) -> [PendingThumbnail] {
        try read { _ in
            try tables.windows.pendingThumbnails(
                after: position, limit: limit, withMediaInfo: withMediaInfo, now: now())
        }
    }

    /// Returns the numbers of nodes and thumbnails; reads all rows of the nodes.
    public func statistics(withMediaInfo: Bool) throws(FeedError) -> LibraryStatistics {
        try read { _ in try tables.windows.statistics(withMediaInfo: withMediaInfo, now: now()) }
    }

    /// Returns a window of the feed, newest first; see `FeedReader`.
    ///
    /// A window of an earlier time costs a look-up in the journal for each item, too.
    public func window(_ query: FeedQuery) throws(FeedError) -> FeedWindow {
        guard let time = query.time else {
            return try read { _ in try tables.windows.window(query) }
        }
        return try read { try tables.journal.window(query, at: time, in: $0) }
    }

    /// Returns a photo or video; `nil` if it is not in the library.
    public func item(_ id: NodeID) throws(FeedError) -> FeedItem? {
        try read { _ in try tables.windows.item(id) }
    }

    /// Returns the display path of a photo or video; `nil` if it is not in the library.
    public func displayPath(of id: NodeID) throws(FeedError) -> String? {
        try read { _ in try tables.windows.item(id)?.displayPath }
    }

    /// Reads the stored thumbnail of a photo or video; see `FeedReader`.
    ///
    /// A picture costs a look-up in the database and a read; up to 16 packs stay open.
    public func thumbnail(of id: NodeID) throws(FeedError) -> [UInt8]? {
        try mapErrors(path) { try picture(of: id, checksum: nil) }
    }

    /// Reads the stored thumbnail of a photo or video with a checksum; see `FeedReader`.
    ///
    /// It costs as much as the call without a checksum.
    public func thumbnail(of id: NodeID, checksum: UInt64) throws(FeedError) -> [UInt8]? {
        try mapErrors(path) { try picture(of: id, checksum: checksum) }
    }

    /// Returns the records of the last 100 runs, newest first.
    public func syncHistory() throws(FeedError) -> [SyncRecord] {
        try read { try SyncHistory.records(in: $0) }
    }

    /// Returns a part of the journal, which has at most 100,000 entries of the last 366 days.
    public func journal(_ query: JournalQuery) throws(FeedError) -> JournalWindow {
        try read { try tables.journal.entries(query, in: $0) }
    }

    /// Calls `body` for the next items in the order of their rows; see `FeedScanning`.
    ///
    /// Cost: about half a microsecond for each item.
    package func scan(
        after number: Int64, limit: Int, _ body: (ScannedItem) -> Void
    ) throws(FeedError) -> Int64? {
        try mapErrors(path) {
            try tables.read { _ in try tables.scans.scan(after: number, limit: limit, body) }
        }
    }

    /// Returns the items with some numbers; see `FeedScanning`.
    package func items(numbered numbers: [Int64]) throws(FeedError) -> [FeedItem] {
        try mapErrors(path) { try tables.read { _ in try tables.windows.items(numbered: numbers) } }
    }

    /// Returns SQLite's `data_version`, which every commit of another connection changes.
    ///
    /// Source: https://www.sqlite.org/pragma.html#pragma_data_version
    package func changeMark() throws(FeedError) -> Int64 {
        guard folder.isInPlace else {
            throw FeedError(.libraryNotFound, "the library \(path) does not exist")
        }
        return try mapErrors(path) {
            try tables.read { _ in
                try tables.connection.statement("PRAGMA data_version").first { $0.integer(0) } ?? 0
            }
        }
    }

    /// Checks the whole database, except for the comparison of its indexes with its tables.
    ///
    /// It reads the database from end to end.
    ///
    /// - Throws: `.libraryDamaged` with the first finding.
    package func checkIntegrity() throws(FeedError) {
        try mapErrors(path) { try tables.connection.checkIntegrity() }
    }

    /// Returns the number of stored thumbnails whose pack is missing or too short.
    ///
    /// It reads all nodes, but no pack. A process that changes the packs meanwhile makes the number
    /// wrong.
    package func missingThumbnails() throws(FeedError) -> Int {
        return try mapErrors(path) {
            let ends = try tables.connection.statement(
                """
                SELECT thumbnail_pack, thumbnail_offset + thumbnail_length FROM node
                WHERE thumbnail = 1 AND folder IS NOT NULL
                """)
            var lengths: [Int64: Int64] = [:]
            var missing = 0
            try tables.read { _ in
                try ends.forEachRow { row in
                    let pack = row.integer(0)
                    let length = try lengths[pack] ?? packs.status(of: pack)?.length ?? 0
                    lengths[pack] = length
                    if row.integer(1) > length { missing += 1 }
                }
            }
            return missing
        }
    }

    /// Releases the cached pages of the database, and returns their size in bytes.
    ///
    /// The next calls read them from the disk again.
    @discardableResult package func releaseMemory() -> Int { tables.connection.releaseMemory() }

    private func picture(of id: NodeID, checksum: UInt64?) throws -> [UInt8]? {
        // A writer may move the thumbnail between the query and the read. It is looked up again
        // until its location stays the same.
        var last: PackRange?
        while let place = try tables.read({ _ in try tables.windows.thumbnail(of: id) }) {
            if let checksum, place.checksum != checksum { return nil }
            if let bytes = try packs.read(place) { return bytes }
            guard place != last else {
                throw FeedError(
                    .thumbnailDamaged,
                    "a thumbnail in \(path)/\(place.location.path) is missing or damaged")
            }
            last = place
        }
        return nil
    }

    private func read<Value>(
        _ body: (ReadSession) throws -> Value
    ) throws(FeedError) -> Value {
        try mapErrors(path) { try tables.read(body) }
    }
}
