import Persistence
import PhotoFeed

/// The journal of a library that is open for writing: what is recorded, and for how long.
///
/// The journal begins when the first listing is complete, and is a part of the transactions of the
/// pages. A listing of another source ends it, and its own end begins another one.
final class LibraryJournal {  // not @Schedulable: confined to the library's scheduler
    private let table: JournalTable
    private let limits: LibraryLimits
    private let now: () -> FeedTime
    private var extent: JournalExtentRow?

    init(_ table: JournalTable, limits: LibraryLimits, now: @escaping () -> FeedTime) {
        self.table = table
        self.limits = limits
        self.now = now
    }

    /// Begins a page of the feed.
    func begin(in session: WriteSession) throws {
        extent = try session.find(JournalExtentRow.self, JournalExtentRow.key)
        try table.begin(extent?.page.next())
    }

    /// Ends the page.
    ///
    /// - Parameter completesListing: whether the page is the last one of a listing.
    func end(completesListing: Bool, in session: WriteSession) throws {
        let count = Int64(table.end())
        let isNew = extent == nil && completesListing
        if isNew {
            let now = now().secondsSinceEpoch
            extent = JournalExtentRow(start: now, time: now, page: 0, entries: 0)
        }
        guard var extent, isNew || count > 0 else { return }
        if count > 0 {
            extent.page = try extent.page.next()
            extent.time = max(extent.time, now().secondsSinceEpoch)
            extent.entries = try extent.entries.next(by: count)
            try session.insert(
                JournalPageRow(number: extent.page, time: extent.time, entries: count))
            try shorten(&extent, in: session)
        }
        try session.upsert(extent)
    }

    /// Deletes the journal, because the library lists another source.
    func clear(in session: WriteSession) throws {
        try session.delete(JournalRow.all)
        try session.delete(JournalPageRow.all)
        try session.delete(JournalExtentRow.all)
    }

    private func shorten(_ extent: inout JournalExtentRow, in session: WriteSession) throws {
        let horizon = extent.time - limits.journalAge
        while let oldest = try session.first(JournalPageRow.all),
            oldest.time < horizon || extent.entries > limits.journalEntries
        {
            try session.delete(JournalRow.where { $0.page == oldest.number })
            try session.delete(oldest)
            extent.entries -= min(max(0, oldest.entries), extent.entries)
            extent.start = oldest.time
        }
    }
}
