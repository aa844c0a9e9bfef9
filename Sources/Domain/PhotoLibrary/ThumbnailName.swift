import Digests
import PhotoFeed

/// The name of a thumbnail's file: a hash of its content, so that no text of a server is in it.
struct ThumbnailName: Hashable {
    /// The name of the shard folder: the first two digits, so that folders stay small.
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
    /// Creates the name of a file that was found in the folder `shard`.
    init(shard: String, file: String) {
        self.shard = shard
        self.file = file
    }
}
