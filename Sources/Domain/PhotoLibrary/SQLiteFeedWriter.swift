import DurableFiles
public import PhotoFeed
import SQLitePersistence
public import Scheduling

/// A library in a folder that is open for reading and writing.
///
/// One process at a time may write, and holds the kernel's lock on the folder for the lifetime of
/// its library. Any number of processes may read at the same time. Every write survives a power cut
/// once it has returned (write-ahead log, `synchronous = FULL`), except for thumbnails: after a
/// power cut or a system crash, the next run checks which files are complete, and fetches the
/// others again.
///
/// A business-logic service, confined to the scheduler on which it was made. Every call blocks on
/// the disk: a page of 2,000 nodes takes some ten milliseconds, a window of 100 items less than
/// one.
@Schedulable
public final class SQLiteFeedWriter: SQLiteFeedReader, FeedWriter {
    private let files: ThumbnailFiles

    /// Opens the library in the folder `path` for writing, and creates it if there is none.
    ///
    /// The database and the files are checked in three cases: the last run was killed, the machine
    /// was restarted since it ended, or the files were modified since it ended. Missing and
    /// incomplete thumbnails are fetched again, and files without a reference are deleted.
    ///
    /// - Throws: `.libraryLocked`, `.notALibrary`, `.libraryUnusable`, `.libraryDamaged`,
    ///   `.libraryTooNew`, `.diskFull`, `.storage`.
    public convenience init(path: String) throws(FeedError) {
        try self.init(path: path, now: FeedTime.now)
    }

    /// Opens the library as `init(path:)` does, with the clock `now`.
    init(path: String, now: @escaping () -> FeedTime) throws(FeedError) {
        let folder = try LibraryFolder(locking: path)
        files = try ThumbnailFiles(in: folder)
        let tables = try mapErrors(path) { try LibraryTables(writing: folder) }
        super.init(folder, tables, now: now)
        try recover()
    }

    /// Stores the source that the library follows; see `FeedWriter`.
    public func setSource(_ source: FeedSource) throws(FeedError) {
        try write { $0.source = source }
    }

    /// Stores a fingerprint of the credential; see `FeedWriter`.
    public func storeCredential(_ credential: FeedCredential) throws(FeedError) {
        try write { _ in try tables.feed.store(CredentialFingerprint(of: credential)) }
    }

    /// Starts a new generation of the listing of `source`.
    public func beginListing(of source: FeedSource) throws(FeedError) {
        try write { feed in
            feed.source = source
            feed.cursor = nil
            feed.isListing = true
            feed.generation += 1
        }
    }

    /// Stores a page and its cursor; see `FeedWriter`.
    public func apply(_ page: FeedPage) throws(FeedError) -> ChangeSummary {
        var changeSummary = ChangeSummary()
        guard try !isKnown(page) else { return changeSummary }
        try write { feed in
            for change in page.changes {
                try tables.nodes.apply(
                    change, generation: feed.generation, changeSummary: &changeSummary)
            }
            feed.cursor = page.cursor
            guard !page.hasMore else { return }
            if feed.isListing {
                try tables.nodes.removeUnseen(
                    generation: feed.generation, changeSummary: &changeSummary)
            }
            feed.isListing = false
            try tables.nodes.removeTombstones()
        }
        return changeSummary
    }

    /// Chooses the size of thumbnails from now on; see `FeedWriter`.
    public func setThumbnailSize(_ size: ThumbnailSize) throws(FeedError) {
        guard try thumbnailSize() != size else { return }
        try write { _ in try tables.feed.store(size) }
    }

    /// Stores pictures and failures; see `FeedWriter`.
    public func store(
        _ outcomes: [ThumbnailResult], size: ThumbnailSize
    ) throws(FeedError) {
        let now = self.now()
        try mapErrors(path) {
            // Rows that are lost in a power cut are fetched again, as lost files are.
            try tables.write(.atomic) {
                for outcome in outcomes {
                    guard let name = try tables.thumbnails.name(for: outcome.pending) else {
                        continue
                    }
                    if case .picture(let bytes, _) = outcome.result {
                        try files.write(bytes, named: name)
                    }
                    try tables.thumbnails.record(outcome, size: size, now: now)
                }
            }
        }
    }

    /// Removes files without a reference, and ends the run.
    public func collectGarbage() throws(FeedError) {
        try mapErrors(path) {
            while case let garbage = try tables.read({ try tables.thumbnails.garbage(limit: 500) }),
                !garbage.isEmpty
            {
                for item in garbage where !item.isUsed { try files.remove(item.name) }
                try tables.write { for item in garbage { try tables.thumbnails.forget(item) } }
            }
            guard try tables.read({ try tables.feed.row().closingFingerprint }) == nil else {
                return
            }
            try tables.close(as: files.fingerprint())
        }
    }

    /// Whether `page` states only that nothing has changed.
    private func isKnown(_ page: FeedPage) throws(FeedError) -> Bool {
        guard page.changes.isEmpty, case .following(_, page.cursor) = try state() else {
            return false
        }
        return true
    }

    private func write(_ change: (inout FeedTable.Row) throws -> Void) throws(FeedError) {
        try mapErrors(path) {
            try tables.write {
                var feed = try tables.feed.row()
                try change(&feed)
                try tables.feed.store(feed)
            }
        }
    }

    private func forEachStored(_ body: (ThumbnailTable.Stored) throws -> Void) throws {
        var last = Int64.min
        while case let batch = try tables.read({
            try tables.thumbnails.stored(after: last, limit: 1_000)
        }), let end = batch.last {
            for stored in batch { try body(stored) }
            last = end.number
        }
    }

    /// Cleans up after a run that was killed, and after changes to the files since the last run.
    private func recover() throws(FeedError) {
        try mapErrors(path) {
            let closingFingerprint = try tables.read { try tables.feed.row().closingFingerprint }
            guard try closingFingerprint == nil || closingFingerprint != files.fingerprint() else {
                return
            }
            try tables.write {}  // reason: marks the run open; its end takes a new fingerprint
            try tables.connection.checkIntegrity()
            let known = try KnownFiles(tables.connection)
            try forEachStored { stored in
                if folder.length(of: stored.name) == stored.length {
                    try known.insert(stored.name)
                } else {
                    try tables.write(.atomic) { try tables.thumbnails.markPending(stored.number) }
                }
            }
            try files.removeOrphans(known.contains)
        }
    }
}
