import DurableFiles
import PhotoFeed
import SQLitePersistence

/// The thumbnails of a library that is open for writing.
///
/// Pictures are appended to packs, one append for each call of `store`. A picture's row and the new
/// length of its pack are committed after the append, in one transaction. A run that is killed
/// therefore leaves valid rows, and at most some bytes after the length of a pack.
///
/// The last pack is flushed when it is full, since flushing each batch would take longer than
/// fetching it. Only a power cut or a system crash loses the bytes of the last pack. The next run
/// compares them with their checksums, and fetches the lost pictures again.
final class ThumbnailStore {  // not @Schedulable: confined to the library's scheduler
    let tables: WritableTables
    let rows: ThumbnailTable
    let packs: PackTable
    let files: any PackStore
    let limits: LibraryLimits
    /// The library's folder, which is released after the statements and the database.
    ///
    /// Properties are released in the order of their declarations, those of a superclass first. The
    /// superclass of the owner of this object therefore cannot keep the folder open.
    private let library: LibraryFolder

    init(
        in library: LibraryFolder, _ tables: WritableTables, files: any PackStore,
        _ limits: LibraryLimits
    ) throws {
        self.tables = tables
        self.library = library
        self.limits = limits
        self.files = files
        let connection = tables.connection
        (rows, packs) = try tables.read { _ in
            (
                try ThumbnailTable(connection, mediaInfo: MediaInfoTable(connection)),
                try PackTable(connection)
            )
        }
    }

    /// Stores pictures and failures; see `FeedWriter`.
    func store(_ outcomes: [ThumbnailResult], size: ThumbnailSize, now: FeedTime) throws {
        var full: Int64?
        // Rows that are lost in a power cut are fetched again, as lost pictures are.
        try tables.write(.atomic) { _ in
            var append: PackAppend?
            for outcome in outcomes {
                switch outcome.result {
                case .picture(let bytes, let media):
                    var next = try append ?? packs.beginAppend(limit: limits.pack)
                    let range = next.range(of: bytes)
                    let isStored = try rows.record(
                        outcome.pending, media, at: range, size: size, now: now)
                    if isStored { next.add(bytes) }
                    append = next
                case .failure(let failure):
                    try rows.record(outcome.pending, failure, now: now)
                }
            }
            guard let append else { return }
            try files.write(append)
            try packs.commit(append)
            if append.end >= limits.pack { full = append.pack }
        }
        if let full {
            try files.synchronize(full)
            try tables.write(.atomic) { _ in try packs.markSynchronized(full) }
        }
    }
}
