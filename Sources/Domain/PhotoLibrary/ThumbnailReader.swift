import PhotoFeed
import SQLitePersistence

/// Reads stored thumbnails, also while another process writes the library.
final class ThumbnailReader {  // not @Schedulable: confined to the library's scheduler
    private let tables: LibraryTables
    private let packs: any PackStore
    private let find: SQLStatement
    /// The library's folder, which is released after the statement.
    private let folder: LibraryFolder

    init(
        _ tables: LibraryTables, in folder: LibraryFolder, packs: any PackStore
    ) throws {
        self.tables = tables
        self.folder = folder
        self.packs = packs
        find = try tables.connection.statement(
            """
            SELECT \(PackRange.columns) FROM node
            WHERE id = ? AND thumbnail = 1 AND folder IS NOT NULL
            """)
    }

    /// Returns the thumbnail of `id`; `nil` if none is stored, or if that has another checksum.
    ///
    /// - Throws: `.thumbnailDamaged` if its bytes are missing or damaged.
    func bytes(of id: NodeID, checksum: UInt64? = nil) throws -> [UInt8]? {
        // A writer may move the thumbnail between the query and the read. It is looked up again
        // until its location stays the same.
        var last: PackRange?
        while let place = try place(of: id) {
            if let checksum, place.checksum != checksum { return nil }
            if let bytes = try packs.read(place) { return bytes }
            guard place != last else {
                throw FeedError(
                    .thumbnailDamaged,
                    "a thumbnail in \(folder.path)/\(place.location.path) is missing or damaged")
            }
            last = place
        }
        return nil
    }

    private func place(of id: NodeID) throws -> PackRange? {
        try tables.read {
            find.bind(1, id.rawValue)
            return try find.first { PackRange($0, from: 0) }
        }
    }
}
