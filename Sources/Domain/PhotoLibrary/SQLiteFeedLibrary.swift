import DurableFiles
import GRDB
public import PhotoFeed
public import Scheduling

import struct Foundation.Date

/// A library in a folder: an SQLite database, and the thumbnails as files.
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
public final class SQLiteFeedLibrary: FeedLibrary {
    /// The path of the library's folder.
    public let path: String
    let tables: LibraryTables
    /// The open folder, which is released after the database that is accessed through it.
    ///
    /// Properties are released in the order of their declarations.
    private let folder: LibraryFolder
    /// The thumbnail files; `nil` in a library that is open for reading.
    private let thumbnailFiles: ThumbnailFiles?
    private let now: () -> FeedTime

    /// Opens the library in the folder `path` for writing, and creates it if there is none.
    ///
    /// The database and the files are checked in three cases: the last run was killed, the machine
    /// was restarted since it ended, or the files were modified since it ended. Missing and
    /// incomplete thumbnails are fetched again, and files without a reference are deleted.
    ///
    /// - Throws: `.libraryLocked`, `.notALibrary`, `.libraryUnusable`, `.libraryDamaged`,
    ///   `.libraryTooNew`, `.diskFull`, `.storage`.
    public convenience init(writing path: String) throws(FeedError) {
        try self.init(writing: path) {
            FeedTime(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
        }
    }

    /// Opens the library as `init(writing:)` does, with the clock `now`.
    init(writing path: String, now: @escaping () -> FeedTime) throws(FeedError) {
        self.path = path
        self.now = now
        let folder = try LibraryFolder(locking: path)
        thumbnailFiles = try ThumbnailFiles(in: folder)
        tables = try mapErrors(path) { try LibraryTables(writing: folder) }
        self.folder = folder
        try recover()
    }

    /// Opens the library in the folder `path` for reading.
    ///
    /// - Throws: `.libraryNotFound`, `.notALibrary`, `.libraryUnusable`, `.libraryDamaged`,
    ///   `.libraryTooNew`, `.storage`.
    public init(reading path: String) throws(FeedError) {
        self.path = path
        now = { FeedTime(secondsSinceEpoch: Int64(Date().timeIntervalSince1970)) }
        let folder = try LibraryFolder(reading: path)
        tables = try mapErrors(path) { try LibraryTables(reading: folder) }
        thumbnailFiles = nil
        self.folder = folder
    }

    /// Returns the library's position in the history of its feed.
    public func state() throws(FeedError) -> FeedState {
        try mapErrors(path) { try tables.read { try tables.feed.row().state() } }
    }

    /// Stores the source that the library follows; see `FeedLibrary`.
    public func setSource(_ source: FeedSource) throws(FeedError) {
        try write { $0.source = source }
    }

    /// Whether `credential` is the one of the last run; see `FeedLibrary`.
    public func hasStored(_ credential: FeedCredential) throws(FeedError) -> Bool {
        try mapErrors(path) {
            try tables.read { try tables.feed.credential()?.matches(credential) ?? false }
        }
    }

    /// Stores a fingerprint of the credential; see `FeedLibrary`.
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

    /// Stores a page and its cursor; see `FeedLibrary`.
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

    /// Returns the size that was chosen for thumbnails; `nil` if none was chosen.
    public func thumbnailSize() throws(FeedError) -> ThumbnailSize? {
        try mapErrors(path) { try tables.read { try tables.feed.thumbnailSize() } }
    }

    /// Chooses the size of thumbnails from now on; see `FeedLibrary`.
    public func setThumbnailSize(_ size: ThumbnailSize) throws(FeedError) {
        guard try thumbnailSize() != size else { return }
        try write { _ in try tables.feed.store(size) }
    }

    /// Returns the next thumbnails to fetch, newest first.
    public func pendingThumbnails(
        after position: FeedPosition?, limit: Int, withMediaInfo: Bool
    ) throws(FeedError) -> [PendingThumbnail] {
        try mapErrors(path) {
            try tables.read {
                try tables.windows.pendingThumbnails(
                    after: position, limit: limit, withMediaInfo: withMediaInfo, now: now())
            }
        }
    }

    /// Stores pictures and failures; see `FeedLibrary`.
    public func store(
        _ outcomes: [ThumbnailResult], size: ThumbnailSize
    ) throws(FeedError) {
        let (files, now) = (files, now())
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
        let files = files
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

    /// Returns the numbers of nodes and thumbnails; scans an index from end to end.
    public func statistics(withMediaInfo: Bool) throws(FeedError) -> LibraryStatistics {
        try mapErrors(path) {
            try tables.read {
                try tables.windows.statistics(withMediaInfo: withMediaInfo, now: now())
            }
        }
    }

    /// Returns a window of the feed, newest first.
    public func window(_ query: FeedQuery) throws(FeedError) -> FeedWindow {
        try mapErrors(path) { try tables.read { try tables.windows.window(query) } }
    }

    /// Returns the display path of a photo or video; `nil` if it is not in the library.
    public func displayPath(of id: NodeID) throws(FeedError) -> String? {
        try mapErrors(path) { try tables.read { try tables.windows.displayPath(of: id) } }
    }

    /// Whether `page` states only that nothing has changed.
    private func isKnown(_ page: FeedPage) throws(FeedError) -> Bool {
        guard page.changes.isEmpty, case .following(_, page.cursor) = try state() else {
            return false
        }
        return true
    }

    private var files: ThumbnailFiles {
        checkScheduler()
        guard let thumbnailFiles else {
            preconditionFailure("a library that was opened for reading cannot be written")
        }
        return thumbnailFiles
    }

    private func write(_ change: (inout FeedTable.Row) throws -> Void) throws(FeedError) {
        precondition(
            thumbnailFiles != nil, "a library that was opened for reading cannot be written")
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
        let files = files
        try mapErrors(path) {
            let closingFingerprint = try tables.read { try tables.feed.row().closingFingerprint }
            guard try closingFingerprint == nil || closingFingerprint != files.fingerprint() else {
                return
            }
            try tables.write {}  // reason: marks the run open; its end takes a new fingerprint
            try tables.checkIntegrity()
            let known = try KnownFiles(tables)
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
