import DurableFiles
import GRDB
public import PhotoFeed
public import Scheduling

import struct Foundation.Date

/// A library in a folder: an SQLite database, and the thumbnails as files.
///
/// One process at a time may write, and holds the kernel's lock on the folder for as long as its
/// library lives; any number may read meanwhile. Every write survives a power cut once it has
/// returned (write-ahead log, `synchronous = FULL`), but for thumbnails: after the machine has gone
/// down, the next run looks which files are whole, and fetches the rest once more.
///
/// A business-logic service, confined to the scheduler on which it was made. Every call blocks on
/// the disk: a page of 2,000 nodes takes some ten milliseconds, a window of 100 items less than one.
@Schedulable
public final class SQLiteFeedLibrary: FeedLibrary {
    /// The folder that the library is in.
    public let path: String
    let tables: LibraryTables
    /// Held open for as long as the database, which is reached through it: properties are released in the order of
    /// their declarations.
    private let folder: LibraryFolder
    /// `nil` in a library that only reads.
    private let thumbnailFiles: ThumbnailFiles?
    private let now: () -> FeedTime

    /// Opens the library in the folder `path` to write into it, and creates it where there is none.
    ///
    /// A run that was killed is cleaned up after: its database is checked, and its files are; so are those of a run
    /// that ended before the machine was last started, and those that somebody has been at since it ended. What is
    /// missing or cut off is wanted again, and what nothing refers to goes.
    ///
    /// - Throws: `.libraryLocked`, `.notALibrary`, `.libraryUnusable`, `.libraryDamaged`, `.libraryTooNew`,
    ///   `.diskFull`, `.storage`.
    public convenience init(writing path: String) throws(FeedError) {
        try self.init(writing: path) {
            FeedTime(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
        }
    }

    /// Opens the library as `init(writing:)` does, with a clock of its own.
    init(writing path: String, now: @escaping () -> FeedTime) throws(FeedError) {
        self.path = path
        self.now = now
        let folder = try LibraryFolder(locking: path)
        thumbnailFiles = try ThumbnailFiles(in: folder)
        tables = try naming(path) { try LibraryTables(writing: folder) }
        self.folder = folder
        try recover()
    }

    /// Opens the library in the folder `path` to read from it.
    ///
    /// - Throws: `.libraryNotFound`, `.notALibrary`, `.libraryUnusable`, `.libraryDamaged`, `.libraryTooNew`, `.storage`.
    public init(reading path: String) throws(FeedError) {
        self.path = path
        now = { FeedTime(secondsSinceEpoch: Int64(Date().timeIntervalSince1970)) }
        let folder = try LibraryFolder(reading: path)
        tables = try naming(path) { try LibraryTables(reading: folder) }
        thumbnailFiles = nil
        self.folder = folder
    }

    /// What the library knows of its feed's history.
    public func state() throws(FeedError) -> FeedState {
        try naming(path) { try tables.read { try tables.feed.row().state() } }
    }

    /// Writes down which source the library follows; see `FeedLibrary`.
    public func adopt(_ source: FeedSource) throws(FeedError) {
        try write { $0.source = source }
    }

    /// Whether `credential` is the one of the last run; see `FeedLibrary`.
    public func remembers(_ credential: FeedCredential) throws(FeedError) -> Bool {
        try naming(path) {
            try tables.read { try tables.feed.credential()?.matches(credential) ?? false }
        }
    }

    /// Stores a fingerprint of the credential; see `FeedLibrary`.
    public func remember(_ credential: FeedCredential) throws(FeedError) {
        try write { _ in try tables.feed.store(CredentialFingerprint(of: credential)) }
    }

    /// Begins a new generation of the listing of `source`.
    public func beginListing(of source: FeedSource) throws(FeedError) {
        try write { feed in
            feed.source = source
            feed.cursor = nil
            feed.isListing = true
            feed.generation += 1
        }
    }

    /// Stores a page and its cursor; see `FeedLibrary`.
    public func apply(_ page: FeedPage) throws(FeedError) -> PageEffect {
        var effect = PageEffect()
        guard try !isKnown(page) else { return effect }
        try write { feed in
            for change in page.changes {
                try tables.nodes.apply(change, generation: feed.generation, effect: &effect)
            }
            feed.cursor = page.cursor
            guard !page.hasMore else { return }
            if feed.isListing {
                try tables.nodes.removeUnseen(generation: feed.generation, effect: &effect)
            }
            feed.isListing = false
            try tables.nodes.removeTombstones()
        }
        return effect
    }

    /// The size that was chosen for thumbnails.
    public func thumbnailSize() throws(FeedError) -> ThumbnailSize? {
        try naming(path) { try tables.read { try tables.feed.thumbnailSize() } }
    }

    /// Chooses the size of thumbnails from now on; see `FeedLibrary`.
    public func chooseThumbnailSize(_ size: ThumbnailSize) throws(FeedError) {
        guard try thumbnailSize() != size else { return }
        try write { _ in try tables.feed.store(size) }
    }

    /// The next thumbnails to fetch, newest first.
    public func wantedThumbnails(
        after position: FeedPosition?, limit: Int, withMediaInfo: Bool
    ) throws(FeedError) -> [WantedThumbnail] {
        try naming(path) {
            try tables.read {
                try tables.windows.wantedThumbnails(
                    after: position, limit: limit, withMediaInfo: withMediaInfo, now: now())
            }
        }
    }

    /// Stores pictures and failures; see `FeedLibrary`.
    public func store(
        _ outcomes: [ThumbnailOutcome], size: ThumbnailSize
    ) throws(FeedError) {
        let (files, now) = (files, now())
        try naming(path) {
            // What a power cut takes with it is fetched once more, as the files are.
            try tables.write(.atomic) {
                for outcome in outcomes {
                    guard let name = try tables.thumbnails.name(for: outcome.wanted) else {
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

    /// Removes files that nothing refers to any more, and ends the run.
    public func tidyUp() throws(FeedError) {
        let files = files
        try naming(path) {
            while case let garbage = try tables.read({ try tables.thumbnails.garbage(limit: 500) }),
                !garbage.isEmpty
            {
                for item in garbage where !item.isUsed { try files.remove(item.name) }
                try tables.write { for item in garbage { try tables.thumbnails.forget(item) } }
            }
            guard try tables.read({ try tables.feed.row().closedAs }) == nil else { return }
            try tables.close(as: files.look())
        }
    }

    /// How much there is; reads an index from end to end.
    public func census(withMediaInfo: Bool) throws(FeedError) -> LibraryCensus {
        try naming(path) {
            try tables.read { try tables.windows.census(withMediaInfo: withMediaInfo, now: now()) }
        }
    }

    /// A window of the feed, newest first.
    public func window(_ query: FeedQuery) throws(FeedError) -> FeedWindow {
        try naming(path) { try tables.read { try tables.windows.window(query) } }
    }

    /// The path of a photo or video as the feed shows it.
    public func displayPath(of id: NodeID) throws(FeedError) -> String? {
        try naming(path) { try tables.read { try tables.windows.displayPath(of: id) } }
    }

    /// Whether `page` says no more than that nothing has changed.
    private func isKnown(_ page: FeedPage) throws(FeedError) -> Bool {
        guard page.changes.isEmpty, case .following(_, page.cursor) = try state() else {
            return false
        }
        return true
    }

    private var files: ThumbnailFiles {
        checkScheduler()
        guard let thumbnailFiles else {
            preconditionFailure("a library that was opened for reading is not written into")
        }
        return thumbnailFiles
    }

    private func write(_ change: (inout FeedTable.Row) throws -> Void) throws(FeedError) {
        precondition(
            thumbnailFiles != nil, "a library that was opened for reading is not written into")
        try naming(path) {
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

    /// Cleans up after a run that did not come to its end, and after whoever has been at its files since.
    private func recover() throws(FeedError) {
        let files = files
        try naming(path) {
            let closedAs = try tables.read { try tables.feed.row().closedAs }
            guard try closedAs == nil || closedAs != files.look() else { return }
            try tables.write {}  // reason: whatever is found, the run ends by looking again
            try tables.checkIntegrity()
            let known = try NameSet(tables)
            try forEachStored { stored in
                if folder.length(of: stored.name) == stored.length {
                    try known.insert(stored.name)
                } else {
                    try tables.write(.atomic) { try tables.thumbnails.want(stored.number) }
                }
            }
            try files.removeStrays(known.contains)
        }
    }
}
