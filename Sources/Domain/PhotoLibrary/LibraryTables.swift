import DurableFiles
import Foundation
import GRDB
import PhotoFeed

/// The open and migrated database of a library, with its prepared statements.
///
/// Each process has one connection. So the writer's own reads see its writes, and only the
/// writer runs checkpoints. (Two connections that do so at the same time can damage a database with
/// SQLite before 3.51.3.)
final class LibraryTables {  // not @Schedulable: used on GRDB's queue
    private let queue: DatabaseQueue
    let feed: FeedTable
    let folders: FolderTable
    let nodes: NodeTable
    let thumbnails: ThumbnailTable
    let windows: WindowReader
    /// Whether the database records that a run is under way.
    private var isMarkedOpen = false
    /// The durability of a commit; with a write-ahead log, GRDB sets `.atomic` by default.
    private var durability = Durability.atomic

    /// The size of SQLite's page cache in KiB; the same for a thousand nodes and a million.
    private static let cacheSize = 6 * 1024

    /// Opens the database of a folder that this process has locked.
    convenience init(writing folder: LibraryFolder) throws {
        let queue = try DatabaseQueue(
            path: folder.databaseURI(), configuration: Self.configuration(isReadOnly: false))
        try queue.writeWithoutTransaction(Self.checkOrigin)
        try LibrarySchema.migrator.migrate(queue)
        try self.init(queue)
    }

    convenience init(reading folder: LibraryFolder) throws {
        let queue: DatabaseQueue
        do {
            queue = try Self.reader(folder.databaseURI())
        } catch let error as DatabaseError
            where error.resultCode == .SQLITE_CANTOPEN && folder.isImmutable
        {
            // SQLite writes beside a database with a log even to read it, unless it is opened as
            // immutable.
            queue = try Self.reader(folder.databaseURI(immutable: true))
        }
        try self.init(queue)
    }

    private static func reader(_ uri: String) throws -> DatabaseQueue {
        let queue = try DatabaseQueue(path: uri, configuration: configuration(isReadOnly: true))
        try queue.read(checkOrigin)
        return queue
    }

    private init(_ queue: DatabaseQueue) throws {
        self.queue = queue
        (feed, folders, nodes, thumbnails, windows) = try queue.unsafeReentrantRead { database in
            let folders = try FolderTable(database)
            let mediaInfo = try MediaInfoTable(database)
            return (
                try FeedTable(database), folders,
                try NodeTable(database, folders: folders, mediaInfo: mediaInfo),
                try ThumbnailTable(database, mediaInfo: mediaInfo),
                try WindowReader(database, folders: folders)
            )
        }
    }

    private static func configuration(isReadOnly: Bool) -> Configuration {
        var configuration = Configuration()
        configuration.label = "PhotoLibrary"
        configuration.readonly = isReadOnly
        configuration.foreignKeysEnabled = false
        configuration.busyMode = .timeout(5)
        if !isReadOnly { configuration.journalMode = .wal }
        // Identifiers come in random order, so a page of nodes touches most leaves of their index.
        // A log of 32 MB combines the writes of several pages to the same leaf.
        configuration.prepareDatabase { database in
            try database.execute(
                sql: """
                    PRAGMA trusted_schema = OFF;
                    PRAGMA cache_size = -\(cacheSize);
                    PRAGMA wal_autocheckpoint = 8000;
                    PRAGMA journal_size_limit = 33554432;
                    """)
        }
        return configuration
    }

    /// Rejects a database of another program, and one of a newer version.
    private static func checkOrigin(_ database: Database) throws {
        let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0
        let id = try Int32.fetchOne(database, sql: "PRAGMA application_id")
        guard tables > 0 else {
            if database.configuration.readonly {
                throw FeedError(
                    .libraryNotFound, "the library is empty: it has not been synced yet")
            }
            return
        }
        guard id == LibrarySchema.applicationID else {
            throw FeedError(.notALibrary, "library.sqlite is a database of another program")
        }
        if try LibrarySchema.migrator.hasBeenSuperseded(database) {
            throw FeedError(
                .libraryTooNew, "the library was written by a newer version of the program")
        }
    }

    /// Runs `body`, which only reads.
    func read<Value>(_ body: () throws -> Value) throws -> Value {
        try queue.unsafeReentrantRead { _ in try body() }
    }

    /// Runs `body`, which writes, in one transaction: all of its changes survive or none.
    ///
    /// - Parameter durability: whether the changes survive a power cut as soon as the call has
    ///   returned, which waits for the disk, or only when the next full write has returned.
    func write(_ durability: Durability = .full, _ body: () throws -> Void) throws {
        do {
            try write(durability) { _ in
                if !isMarkedOpen { try feed.setClosed(as: nil) }
                try body()
            }
        } catch {
            folders.forget()
            throw error
        }
        isMarkedOpen = true
    }

    /// Records the end of the run, with the fingerprint of the files.
    func close(as fingerprint: String) throws {
        try write(.full) { _ in try feed.setClosed(as: fingerprint) }
        isMarkedOpen = false
    }

    private func write(_ durability: Durability, _ body: (Database) throws -> Void) throws {
        try queue.writeWithoutTransaction { database in
            if self.durability != durability {
                let mode = durability == .full ? "FULL" : "NORMAL"
                try database.execute(sql: "PRAGMA synchronous = \(mode)")
                self.durability = durability
            }
            try database.inTransaction(.immediate) {
                try body(database)
                return .commit
            }
        }
    }

    /// Runs DDL for temporary tables.
    func execute(_ sql: String) throws {
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    }

    /// Prepares a statement, which is valid as long as the database is open.
    func statement(_ sql: String) throws -> SQLStatement {
        try queue.unsafeReentrantRead { try SQLStatement(sql, on: $0) }
    }

    /// Checks the whole database, except for the comparison of indexes with tables.
    func checkIntegrity() throws {
        let finding = try queue.unsafeReentrantRead {
            try String.fetchOne($0, sql: "PRAGMA quick_check(1)")
        }
        guard finding == "ok" else {
            throw FeedError(
                .libraryDamaged,
                "the library is damaged: \(finding ?? "the integrity check gave no result")")
        }
    }
}
