import Digests
import PhotoFeed
import SQLitePersistence

/// The location of a thumbnail in a pack, with the checksum of its bytes.
package struct PackRange: Hashable {
    /// The number of the pack.
    package let pack: Int64
    package let offset: Int64
    package let length: Int64
    /// The XXH64 hash of the bytes.
    package let checksum: UInt64

    /// The offset after the last byte; a range of a damaged database, which is invalid, ends at
    /// `Int64.max`.
    package var end: Int64 {
        let (end, isOverflow) = offset.addingReportingOverflow(length)
        return isOverflow || offset < 0 || length < 0 ? .max : end
    }

    /// Whether `bytes` are the ones that were stored.
    package func matches(_ bytes: [UInt8]) -> Bool {
        Int64(bytes.count) == length && XXH64.hash(bytes) == checksum
    }

    /// The location in the terms of the feed.
    var location: ThumbnailLocation {
        ThumbnailLocation(
            path: "thumbnails/" + PackName.make(pack), offset: offset, length: length,
            checksum: checksum)
    }
}

extension PackRange {
    /// The columns of a range in the table `node`.
    static let columns = "thumbnail_pack, thumbnail_offset, thumbnail_length, thumbnail_checksum"

    /// Reads the columns from `column` on.
    init(_ row: SQLRow, from column: Int32) {
        self.init(
            pack: row.integer(column), offset: row.integer(column + 1),
            length: row.integer(column + 2),
            checksum: UInt64(bitPattern: row.integer(column + 3)))
    }

    /// Binds the four values to the parameters from 1 on.
    func bind(to statement: SQLStatement) {
        statement.bind(1, pack)
        statement.bind(2, offset)
        statement.bind(3, length)
        statement.bind(4, Int64(bitPattern: checksum))
    }
}
