import Digests
import Pictures
import Scheduling

/// The bytes of the generated photos, made on demand.
///
/// A photo consists of a head and a tail. The head is one of 128 scenes; each is drawn once and
/// kept (4 MB in all). The tail contains the photo's number in the picture. The state of SHA-256
/// after the head is kept as well, so the true hash and size of a photo cost only its tail: about
/// two microseconds.
package final class GeneratedPhotoSource: Sendable {
    private let seed: UInt64
    private let maker = PhotoMaker()
    private let heads = Guarded<[Int: Head]>([:])

    private static let sceneCount = 128

    private struct Head: Sendable {
        let bytes: [UInt8]
        let hashed: SHA256
    }

    /// Creates the photos of a seed; the same seed gives the same photos.
    package init(seed: UInt64) {
        self.seed = seed
    }

    /// The bytes of a photo.
    package func bytes(of photo: GeneratedPhoto) -> [UInt8] {
        head(of: photo).bytes + tail(of: photo)
    }

    /// The size and `content_hash` of a photo, which is far smaller than one block of the hash.
    package func measure(_ photo: GeneratedPhoto) -> (size: Int, hash: String) {
        let head = head(of: photo)
        let tail = tail(of: photo)
        var block = head.hashed
        block.update(tail)
        let hash = SHA256.digest(of: block.digest()).hexadecimal
        return (head.bytes.count + tail.count, hash)
    }

    /// The head of a photo; if two callers draw the same scene at once, both get the first result.
    private func head(of photo: GeneratedPhoto) -> Head {
        let scene = (photo.number + photo.version * 29) % Self.sceneCount
        if let head = heads.withLock({ $0[scene] }) { return head }
        let bytes = maker.head(scene: mixed(seed, scene))
        var hashed = SHA256()
        hashed.update(bytes)
        let drawn = Head(bytes: bytes, hashed: hashed)
        return heads.withLock { heads in
            let head = heads[scene] ?? drawn
            heads[scene] = head
            return head
        }
    }

    private func tail(of photo: GeneratedPhoto) -> [UInt8] {
        var text = Array("#".utf8)
        text += String(photo.number).utf8
        if photo.version > 0 {
            text += "-\(photo.version)".utf8
        }
        return maker.tail(text: text, comment: text)
    }
}
