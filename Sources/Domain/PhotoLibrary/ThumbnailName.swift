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
        var hasher = SHA256()
        hasher.update(data: Array(id.rawValue.utf8))
        hasher.update(data: [0])
        if let contentHash {
            contentHash.withBytes { hasher.update(bufferPointer: $0) }
        } else {
            hasher.update(data: Array(revision.utf8))
        }
        var digits: [UInt8] = []
        for byte in hasher.finalize() {
            digits.append(Self.digits[Int(byte >> 4)])
            digits.append(Self.digits[Int(byte & 15)])
        }
        let name = String(decoding: digits, as: UTF8.self)
        shelf = String(name.prefix(2))
        file = name.dropFirst(2) + ".jpg"
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
