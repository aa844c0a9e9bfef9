import PhotoFeed
import SQLitePersistence

/// Reads the facts of all items in the order of their rows.
///
/// The rows are read one after another, without a look-up for each as in the order of the feed, and
/// without a value for a text: a million rows take some tenths of a second.
final class ScanReader {  // not @Schedulable: confined to the library's scheduler
    private let rows: SQLStatement
    private let folders: FolderTable

    init(_ connection: SQLConnection, folders: FolderTable) throws {
        self.folders = folders
        rows = try connection.statement(
            """
            SELECT number, folder, date, name, kind, latitude, longitude, time_taken,
                client_modified, content_hash, content_identifier, id
            FROM node NOT INDEXED LEFT JOIN media_info ON node = number
            WHERE number > ? AND folder IS NOT NULL ORDER BY number LIMIT ?
            """)
    }

    /// Calls `body` for the items after `number`; see `FeedScanning`.
    func scan(after number: Int64, limit: Int, _ body: (ScannedItem) -> Void) throws -> Int64? {
        rows.bind(1, number)
        rows.bind(2, Int64(limit))
        var known: [Int64: FolderTable.Paths] = [:]
        var folder: (number: Int64, path: String)?
        var last = number
        var count = 0
        try rows.forEachRow { row in
            last = row.integer(0)
            count += 1
            let place = row.integer(1)
            let path: String
            if let folder, folder.number == place {
                path = folder.path
            } else {
                path = try folders.paths(of: place, known: &known).display
                folder = (place, path)
            }
            try row.withBytes(3) { name in
                try row.withBytes(11) { id in
                    body(
                        ScannedItem(
                            number: last, date: FeedTime(secondsSinceEpoch: row.integer(2)),
                            fileTime: CameraTime(wallSeconds: row.integer(8)),
                            timeTaken: row.optionalInteger(7).map(CameraTime.init(wallSeconds:)),
                            kind: try Self.kind(row, name), location: Self.location(row),
                            content: Self.content(row), identifier: Self.identifier(row),
                            folder: place, folderPath: path, name: name, id: id))
                }
            }
        }
        return count < limit ? nil : last
    }

    private static func kind(
        _ row: SQLRow, _ name: UnsafeRawBufferPointer
    ) throws -> MediaInfo.Kind {
        guard !row.isNull(4) else { return MediaFormats.isVideo(name) ? .video : .photo }
        let text = row.text(4)
        if text == MediaInfo.noneKind { return MediaFormats.isVideo(name) ? .video : .photo }
        guard let kind = MediaInfo.Kind(rawValue: text) else {
            throw FeedError(.libraryDamaged, "the library is damaged: unknown media kind \(text)")
        }
        return kind
    }

    private static func content(_ row: SQLRow) -> UInt64? {
        guard !row.isNull(9) else { return nil }
        return row.withBytes(9) { bytes in
            bytes.count < 8
                ? nil
                : UInt64(
                    bigEndian: bytes.loadUnaligned(
                        fromByteOffset: bytes.count - 8, as: UInt64.self))
        }
    }

    private static func identifier(_ row: SQLRow) -> UInt64 {
        row.isNull(10) ? 0 : row.withBytes(10) { ScannedItem.key(ofIdentifier: $0) }
    }

    private static func location(_ row: SQLRow) -> MediaInfo.Location? {
        guard let latitude = row.optionalDouble(5), let longitude = row.optionalDouble(6) else {
            return nil
        }
        return MediaInfo.Location(latitude: latitude, longitude: longitude)
    }
}
