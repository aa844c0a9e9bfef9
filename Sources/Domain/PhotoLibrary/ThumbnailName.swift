import Digests
import PhotoFeed
import SQLitePersistence

/// The name of a thumbnail's file in libraries of earlier versions: a hash of its content.
struct ThumbnailName: Hashable {
    /// The name of the shard folder: the first two digits.
    let shard: String
    /// The name within the shard folder.
    let file: String

    /// Creates the name of the thumbnail of a content of `id`.
    ///
    /// Without a hash of the content, the revision identifies it.
    init(id: NodeID, contentHash: ContentHash?, revision: String) {
        var content = Array(id.rawValue.utf8)
        content.append(0)
        if let contentHash {
            contentHash.withBytes { content += $0 }
        } else {
            content += revision.utf8
        }
        let digest = SHA256.digest(of: content)
        shard = digest[..<1].hexadecimal
        file = digest[1...].hexadecimal + ".jpg"
    }

    /// The path relative to the library's folder.
    var path: String { "thumbnails/\(shard)/\(file)" }
}

extension ThumbnailName {
    /// Reads the identifier, the revision and the hash of the content from `column` on.
    init(_ row: SQLRow, from column: Int32) {
        self.init(
            id: NodeID(rawValue: row.text(column)),
            contentHash: row.withBytes(column + 2, ContentHash.init(bytes:)),
            revision: row.text(column + 1))
    }
}

/// A thumbnail in a file of its own, as earlier versions stored it.
struct ThumbnailFile: Hashable {
    let name: ThumbnailName
    let length: Int64

    /// The location in the terms of the feed.
    var location: ThumbnailLocation {
        ThumbnailLocation(path: name.path, offset: 0, length: length, checksum: nil)
    }
}
