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
    /// The length at which a pack is full.
    let packLimit: Int64
    /// The library's folder, which is released after the statements and the database.
    ///
    /// Properties are released in the order of their declarations, those of a superclass first. The
    /// superclass of the owner of this object therefore cannot keep the folder open.
    private let library: LibraryFolder

    /// 256 MiB: about 10,000 pictures, which are checked in less than a second.
    static let packLimit: Int64 = 256 << 20

    init(
        in library: LibraryFolder, _ tables: WritableTables, files: any PackStore,
        packLimit: Int64 = packLimit
    ) throws {
        self.tables = tables
        self.library = library
        self.packLimit = packLimit
        self.files = files
        let connection = tables.connection
        (rows, packs) = try tables.read {
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
        try tables.write(.atomic) {
            var append: PackAppend?
            for outcome in outcomes {
                switch outcome.result {
                case .picture(let bytes, let media):
                    var next = try append ?? packs.beginAppend(limit: packLimit)
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
            if append.end >= packLimit { full = append.pack }
        }
        if let full {
            try files.synchronize(full)
            try tables.write(.atomic) { try packs.markSynchronized(full) }
        }
    }
}
