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
    /// Draws the photos; `nil` for photos that are only named bytes.
    private let maker: PhotoMaker?
    private let heads = Guarded<[Int: Head]>([:])

    private static let sceneCount = 128

    private struct Head: Sendable {
        let bytes: [UInt8]
        let hashed: SHA256
    }

    /// Creates the photos of a seed; the same seed gives the same photos.
    ///
    /// - Parameters:
    ///   - seed: the seed.
    ///   - isDrawn: whether the photos are pictures. Otherwise each is a JPEG of two kilobytes
    ///     without a picture, for a simulation.
    package init(seed: UInt64, isDrawn: Bool = true) {
        self.seed = seed
        maker = isDrawn ? PhotoMaker() : nil
    }

    /// Whether the photos are pictures.
    package var isDrawn: Bool { maker != nil }

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
        let bytes = maker?.head(scene: mixed(seed, scene)) ?? Self.plainHead(of: scene)
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
        return maker?.tail(text: text, comment: text) ?? Self.comment(text) + Self.plainEnd
    }

    private static func plainHead(of scene: Int) -> [UInt8] {
        plainStart + comment([UInt8](repeating: UInt8(scene), count: 2_000 + scene))
    }

    /// Returns a JPEG without a picture, which has a text of at most 65,533 bytes.
    package static func plainJPEG(_ text: [UInt8]) -> [UInt8] {
        plainStart + comment(text) + plainEnd
    }

    private static let plainStart: [UInt8] = [0xFF, 0xD8]
    /// An empty frame, a scan of one byte, and the end.
    private static let plainEnd: [UInt8] = [
        0xFF, 0xC0, 0, 2, 0xFF, 0xDA, 0, 2, 0, 0xFF, 0xD9,
    ]

    /// A segment of a JPEG that has no effect on the picture.
    private static func comment(_ text: [UInt8]) -> [UInt8] {
        let length = text.count + 2
        return [0xFF, 0xFE, UInt8(length >> 8), UInt8(length & 0xFF)] + text
    }
}
