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
    /// Whether the last run that ended has a record.
    private var hasRecord = false

    /// Opens the database of a folder that this process has locked.
    init(
        in folder: LibraryFolder, journalLimits: LibraryJournal.Limits,
        now: @escaping () -> FeedTime
    ) throws {
        writer = try LibraryTables.writer(in: folder)
        let tables = try LibraryTables(writer)
        self.tables = tables
        (nodes, journal) = try tables.read {
            let (connection, folders) = (tables.connection, tables.folders)
            let journal = try JournalTable(connection, folders: folders)
            return (
                try NodeTable(
                    connection, folders: folders, mediaInfo: MediaInfoTable(connection),
                    journal: journal),
                LibraryJournal(journal, limits: journalLimits, now: now)
            )
        }
    }

    var connection: SQLConnection { tables.connection }
    var feed: FeedTable { tables.feed }

    /// Runs `body`, which only reads.
    func read<Value>(_ body: () throws -> Value) throws -> Value { try tables.read(body) }

    /// Runs `body`, which writes, in one transaction: all of its changes survive or none.
    ///
    /// - Parameter durability: whether the changes survive a power cut as soon as the call has
    ///   returned, which waits for the disk, or only when the next full write has returned.
    func write(_ durability: Durability = .full, _ body: () throws -> Void) throws {
        try writeRows(durability) { _ in try body() }
    }

    /// Runs `body` as `write` does, with the session that writes plain values as rows.
    func writeRows(
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

    /// Adds the record of a run.
    ///
    /// It does not mark the library as open, since it concerns neither the photos nor the packs.
    func record(_ summary: SyncSummary, at time: FeedTime) throws {
        hasRecord = false
        try writer.write(isDurable: false) { try SyncHistory.add(summary, at: time, in: $0) }
        hasRecord = true
    }

    /// Replaces the outcome of the record of the last run, without waiting for the disk.
    ///
    /// It has no effect if that run has no record.
    func correctRecord(_ outcome: SyncSummary.Outcome) throws {
        guard hasRecord else { return }
        try writer.write(isDurable: false) { try SyncHistory.correct(outcome, in: $0) }
    }

    /// Runs `body`, which corrects what is known of photos, in one transaction.
    ///
    /// It does not mark the library as open, since it changes no thumbnail. It does not wait for
    /// the disk either: what a power cut loses is read from the originals again.
    func correct(_ body: () throws -> Void) throws {
        try writer.write(isDurable: false) { _ in try body() }
    }

    /// Records the end of the run in a boot session.
    func close(in session: String) throws {
        try writer.write { _ in try feed.setClosed(in: session) }
        isMarkedOpen = false
    }
}
