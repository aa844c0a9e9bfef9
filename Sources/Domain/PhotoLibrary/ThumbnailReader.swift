import DurableFiles
import PhotoFeed
import SQLitePersistence

/// Reads stored thumbnails, also while another process writes the library.
final class ThumbnailReader {  // not @Schedulable: confined to the library's scheduler
    private let tables: LibraryTables
    private let packs: any PackStore
    private var find: SQLStatement
    /// The library's folder, which is released after the statement.
    private let folder: LibraryFolder

    private enum Place: Equatable {
        case pack(PackRange)
        case file(ThumbnailFile)

        var path: String {
            switch self {
            case .pack(let range): range.location.path
            case .file(let file): file.location.path
            }
        }
    }

    init(
        _ tables: LibraryTables, in folder: LibraryFolder, packs: any PackStore
    ) throws {
        self.tables = tables
        self.folder = folder
        self.packs = packs
        find = try Self.query(tables.connection)
    }

    private static func query(_ connection: SQLConnection) throws -> SQLStatement {
        // A reader may open a library that no run has migrated yet.
        let isCurrent = try connection.columns(of: "node").contains("thumbnail_pack")
        return try connection.statement(
            """
            SELECT \(isCurrent ? PackRange.columns : "NULL, NULL, thumbnail_length, NULL"),
                id, revision, content_hash
            FROM node WHERE id = ? AND thumbnail = 1 AND folder IS NOT NULL
            """)
    }

    /// Returns the thumbnail of `id`; `nil` if none is stored, or if that has another checksum.
    ///
    /// - Throws: `.thumbnailDamaged` if its bytes are missing or damaged.
    func bytes(of id: NodeID, checksum: UInt64? = nil) throws -> [UInt8]? {
        // A writer may move the thumbnail between the query and the read. It is looked up again
        // until its location stays the same.
        var last: Place?
        while let place = try place(of: id) {
            if let checksum {
                guard case .pack(let range) = place, range.checksum == checksum else { return nil }
            }
            if let bytes = try read(place) { return bytes }
            guard place != last else {
                throw FeedError(
                    .thumbnailDamaged,
                    "a thumbnail in \(folder.path)/\(place.path) is missing or damaged")
            }
            last = place
            // The writer may have migrated the library.
            find = try Self.query(tables.connection)
        }
        return nil
    }

    private func place(of id: NodeID) throws -> Place? {
        try tables.read {
            find.bind(1, id.rawValue)
            return try find.first { row in
                PackRange(row, from: 0).map(Place.pack)
                    ?? .file(
                        ThumbnailFile(name: ThumbnailName(row, from: 4), length: row.integer(2)))
            }
        }
    }

    private func read(_ place: Place) throws -> [UInt8]? {
        switch place {
        case .pack(let range): try packs.read(range)
        case .file(let file): try readFile(file)
        }
    }

    private func readFile(_ file: ThumbnailFile) throws -> [UInt8]? {
        let folder: DurableFolder
        do throws(DurableFileError) {
            folder = try self.folder.existingThumbnails
        } catch {
            guard error.code == .notFound else { throw error }
            return nil
        }
        return try ThumbnailFiles(folder: folder).read(file)
    }
}
