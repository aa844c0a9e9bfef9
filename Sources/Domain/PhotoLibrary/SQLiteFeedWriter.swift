import DurableFiles
import Persistence
public import PhotoFeed
import SQLitePersistence
public import Scheduling

/// A library in a folder that is open for reading and writing.
///
/// One process at a time may write, and holds the kernel's lock on the folder for the lifetime of
/// its library. Any number of processes may read at the same time. Every write survives a power cut
/// once it has returned (write-ahead log, `synchronous = FULL`), except for the latest thumbnails:
/// after a power cut or a system crash, the next run compares them with their checksums, and
/// fetches the lost ones again.
///
/// A business-logic service, confined to the scheduler on which it was made. Every call blocks on
/// the disk: a page of 2,000 nodes takes some ten milliseconds, a window of 100 items less than
/// one.
@Schedulable
public final class SQLiteFeedWriter: SQLiteFeedReader, FeedWriter, OriginalFactsWriter {
    private let writable: WritableTables
    /// The thumbnails, which keep the folder open; released after the database.
    let store: ThumbnailStore
    /// Whether the last run that ended has a record.
    private var hasRecord = false

    /// Opens the library in the folder `path` for writing, and creates it if there is none.
    ///
    /// The database and the packs of thumbnails are checked in three cases: the last run was
    /// killed, the machine was restarted since it ended, or the packs were modified since it ended.
    /// Missing and damaged thumbnails are fetched again.
    ///
    /// - Throws: `.libraryLocked`, `.notALibrary`, `.libraryUnusable`, `.libraryDamaged`,
    ///   `.libraryTooNew`, `.libraryTooOld`, `.diskFull`, `.storage`.
    public convenience init(path: String) throws(FeedError) {
        try self.init(path: path, limits: LibraryLimits())
    }

    /// Opens the library as `init(path:)` does, with other limits, clock, and store of the packs.
    ///
    /// - Parameters:
    ///   - packs: the store of the packs, which no other process writes; `nil` for files in the
    ///     folder.
    ///   - isVerified: whether the caller has verified the database and the packs since they were
    ///     written, so that they are not checked.
    package init(
        path: String, limits: LibraryLimits = LibraryLimits(),
        now: @escaping () -> FeedTime = FeedTime.now, packs: (any PackStore)? = nil,
        isVerified: Bool = false
    ) throws(FeedError) {
        let folder = try LibraryFolder(locking: path)
        let writable = try mapErrors(path) {
            try WritableTables(in: folder, limits, now: now)
        }
        let thumbnails = try mapErrors(path) { try folder.thumbnails(creating: true) }
        let packs = packs ?? PackFiles { thumbnails }
        self.writable = writable
        store = try mapErrors(path) {
            try ThumbnailStore(in: folder, writable, files: packs, limits)
        }
        super.init(folder, writable.tables, packs: packs, now: now)
        try recover(isVerified: isVerified)
    }

    /// Stores the source that the library follows; see `FeedWriter`.
    public func setSource(_ source: FeedSource) throws(FeedError) {
        try write { feed, _ in feed.source = source }
    }

    /// Stores a fingerprint of the credential; see `FeedWriter`.
    public func storeCredential(_ credential: FeedCredential) throws(FeedError) {
        try write { _, _ in try tables.feed.store(CredentialFingerprint(of: credential)) }
    }

    /// Starts a new generation of the listing of `source`; another source ends the journal.
    public func beginListing(of source: FeedSource) throws(FeedError) {
        try write { feed, session in
            if let former = feed.source, !former.matches(source) {
                try writable.journal.clear(in: session)
            }
            feed.source = source
            // A listing that begins again continues the moves of the one that it replaces.
            feed.firstListed = try feed.firstListed ?? writable.nodes.moves.nextNumber()
            feed.cursor = nil
            feed.generation = try feed.generation.next()
        }
    }

    /// Stores pages and the last cursor; see `FeedWriter`.
    public func apply(
        _ pages: [FeedPage], removing limit: RemovalLimit, after earlier: ChangeSummary
    ) throws(FeedError) -> ChangeSummary {
        var changeSummary = ChangeSummary()
        guard let last = pages.last else { return changeSummary }
        if pages.count == 1, try isKnown(last) { return changeSummary }
        try write { feed, session in
            let completesListing = feed.isListing && !last.hasMore
            writable.nodes.moves.begin(listedFrom: feed.firstListed)
            try writable.journal.begin(in: session)
            for page in pages {
                for change in page.changes {
                    try writable.nodes.apply(
                        change, generation: feed.generation, changeSummary: &changeSummary)
                }
            }
            feed.cursor = last.cursor
            if completesListing {
                try writable.nodes.removeUnseen(
                    generation: feed.generation, changeSummary: &changeSummary)
                feed.firstListed = nil
            }
            if !last.hasMore {
                try writable.nodes.moves.join(changeSummary: &changeSummary)
            }
            try check(changeSummary, after: earlier, against: limit)
            if !last.hasMore { try writable.nodes.removeTombstones() }
            try writable.journal.end(completesListing: completesListing, in: session)
        }
        return changeSummary
    }

    /// Chooses the size of thumbnails from now on; see `FeedWriter`.
    public func setThumbnailSize(_ size: ThumbnailSize) throws(FeedError) {
        guard try thumbnailSize() != size else { return }
        try write { feed, _ in feed.thumbnailSize = size }
    }

    /// Returns the next thumbnails to make of originals; see `FeedWriter`.
    public func thumbnailsToMake(
        after position: FeedPosition?, limit: Int
    ) throws(FeedError) -> [PendingThumbnail] {
        try mapErrors(path) {
            try tables.read { _ in
                try tables.windows.thumbnailsToMake(after: position, limit: limit)
            }
        }
    }

    /// Stores pictures and failures; see `FeedWriter`.
    public func store(
        _ outcomes: [ThumbnailResult], size: ThumbnailSize
    ) throws(FeedError) {
        let now = self.now()
        try mapErrors(path) { try store.store(outcomes, size: size, now: now) }
    }

    /// Stores what was read from originals; see `OriginalFactsWriter`.
    package func store(_ facts: [OriginalFacts]) throws(FeedError) {
        guard !facts.isEmpty else { return }
        try mapErrors(path) {
            try writable.amend { _ in for fact in facts { try writable.nodes.store(fact) } }
        }
    }

    /// Records a run that has ended now; the last 100 records are kept.
    public func recordSync(_ summary: SyncSummary) throws(FeedError) {
        hasRecord = false
        try mapErrors(path) {
            try writable.amend { try SyncHistory.add(summary, at: now(), in: $0) }
        }
        hasRecord = true
    }

    /// Replaces the outcome of the record of the last run, if it has one; see `FeedWriter`.
    public func correctSync(_ outcome: SyncSummary.Outcome) throws(FeedError) {
        guard hasRecord else { return }
        try mapErrors(path) { try writable.amend { try SyncHistory.correct(outcome, in: $0) } }
    }

    /// Releases the space of pictures without a reference, and ends the run.
    public func collectGarbage() throws(FeedError) {
        try mapErrors(path) {
            try store.compact()
            let session = try tables.read { _ in try tables.feed.row().closingSession }
            if session == nil { try store.close() }
        }
    }

    /// Ends a transaction whose changes exceed the limit of removals.
    private func check(
        _ changes: ChangeSummary, after earlier: ChangeSummary, against limit: RemovalLimit
    ) throws {
        var total = earlier
        total += changes
        // The rows are counted only if the number matters.
        guard !limit.alwaysAllows(total.removed) else { return }
        let nodes = try tables.windows.count()
        let former = max(nodes + total.removed - total.added, total.removed)
        guard let allowed = limit.number(of: former), total.removed > allowed else { return }
        let outcome =
            earlier.removed > 0 ? "the run has removed \(earlier.removed)" : "nothing was removed"
        throw FeedError(
            .tooManyRemovals,
            "the server no longer has \(total.removed) of \(former) photos and videos, and a run "
                + "removes at most \(allowed): \(outcome)")
    }

    /// Whether `page` states only that nothing has changed.
    private func isKnown(_ page: FeedPage) throws(FeedError) -> Bool {
        guard page.changes.isEmpty, case .following(_, page.cursor) = try state() else {
            return false
        }
        return true
    }

    private func write(
        _ change: (inout FeedTable.Row, WriteSession) throws -> Void
    ) throws(FeedError) {
        try mapErrors(path) {
            try writable.write { session in
                var feed = try tables.feed.row()
                try change(&feed, session)
                try tables.feed.store(feed)
            }
        }
    }

    /// Cleans up after a run that was killed, and after changes to the packs since the last run.
    private func recover(isVerified: Bool) throws(FeedError) {
        try mapErrors(path) {
            if try tables.read({ _ in try store.isUnchanged() }) { return }
            try writable.write { _ in }  // reason: marks the run open until its end
            if isVerified { return }
            try tables.connection.checkIntegrity()
            try store.check()
        }
    }
}
