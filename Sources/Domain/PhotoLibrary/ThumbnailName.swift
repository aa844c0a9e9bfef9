import Crypto
import PhotoFeed

/// The name of a thumbnail's file: a hash of what it shows, so that nothing a server says is in it.
struct ThumbnailName: Hashable {
    /// The first two digits: a folder for each keeps folders small.
    let shelf: String
    /// The name within the shelf.
    let file: String

    /// The name of the thumbnail of this content of `id`; the revision stands for it where there is no hash.
    init(id: NodeID, contentHash: ContentHash?, revision: String) {
        var content = Array(id.rawValue.utf8)
        content.append(0)
        if let contentHash {
            contentHash.withBytes { content += $0 }
        } else {
            content += revision.utf8
        }
        var name: [UInt8] = []
        name.reserveCapacity(2 * SHA256.byteCount + 4)
        for byte in SHA256.hash(data: content) {
            name.append(Self.digits[Int(byte >> 4)])
            name.append(Self.digits[Int(byte & 15)])
        }
        name += ".jpg".utf8
        shelf = String(decoding: name[..<2], as: UTF8.self)
        file = String(decoding: name[2...], as: UTF8.self)
    }

    private static let digits = Array("0123456789abcdef".utf8)

    /// The path relative to the library's folder.
    var path: String { "thumbnails/\(shelf)/\(file)" }
}

extension ThumbnailName {
    /// The name of a file that was found on `shelf`.
    init(shelf: String, file: String) {
        self.shelf = shelf
        self.file = file
    }
}
