import DurableFiles
import Persistence
import PhotoFeed
import SQLitePersistence

/// The open database of a library that this process writes.
final class WritableTables {  // not @Schedulable: confined to the library's scheduler
    /// The reading side; its reads see the writes.
    let tables: LibraryTables
    let nodes: NodeTable
    let journal: LibraryJournal
    private let writer: DatabaseWriter
    /// Whether the database records that a run is under way.
    private var isMarkedOpen = false

    /// Opens the database of a folder that this process has locked.
    init(
        in folder: LibraryFolder, _ limits: LibraryLimits, now: @escaping () -> FeedTime
    ) throws {
        writer = try LibraryTables.writer(in: folder)
        let tables = try LibraryTables(writer)
        self.tables = tables
        (nodes, journal) = try tables.read { _ in
            let (connection, folders) = (tables.connection, tables.folders)
            let journal = try JournalTable(connection, folders: folders)
            return (
                try NodeTable(
                    connection, folders: folders, mediaInfo: MediaInfoTable(connection),
                    journal: journal),
                LibraryJournal(journal, limits: limits, now: now)
            )
        }
    }

    var connection: SQLConnection { tables.connection }
    var feed: FeedTable { tables.feed }

    /// Runs `body`, which only reads.
    func read<Value>(_ body: (ReadSession) throws -> Value) throws -> Value {
        try tables.read(body)
    }

    /// Runs `body`, which writes, in one transaction: all of its changes survive or none.
    ///
    /// - Parameter durability: whether the changes survive a power cut as soon as the call has
    ///   returned, which waits for the disk, or only when the next full write has returned.
    func write(
        _ durability: Durability = .full, _ body: (WriteSession) throws -> Void
    ) throws {
        do {
            try writer.write(isDurable: durability == .full) { session in
                if !isMarkedOpen { try feed.setClosed(in: nil) }
                try body(session)
            }
        } catch {
            tables.folders.forget()
            throw error
        }
        isMarkedOpen = true
    }

    /// Runs `body`, which changes neither thumbnails nor packs, in one transaction.
    ///
    /// It does not mark the library as open, and does not wait for the disk. A power cut may lose a
    /// record of a run, or facts that are read from the originals again.
    func amend(_ body: (WriteSession) throws -> Void) throws {
        try writer.write(isDurable: false, body)
    }

    /// Records the end of the run in a boot session.
    func close(in session: String) throws {
        try writer.write { _ in try feed.setClosed(in: session) }
        isMarkedOpen = false
    }
}
