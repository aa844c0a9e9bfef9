import Digests
package import PhotoFeed

/// The facts of a decoded thumbnail by which pictures are compared.
package struct PictureFacts: Hashable, Sendable {
    /// The hashes of its four rotations, the upright one first.
    package let rotations: [PictureHash]
    /// The size in pixels, 1 to 65,535.
    package let width: UInt16
    package let height: UInt16

    /// Creates the facts; `nil` unless there are four hashes and a size.
    package init?(rotations: [PictureHash], width: Int, height: Int) {
        guard rotations.count == 4, let width = UInt16(exactly: width), width > 0,
            let height = UInt16(exactly: height), height > 0
        else { return nil }
        self.rotations = rotations
        self.width = width
        self.height = height
    }

    /// Reads the facts from the line that `text` has; `nil` for every other text.
    package init?(text: some StringProtocol) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 6, let width = Int(words[0]), let height = Int(words[1]) else {
            return nil
        }
        let rotations = words[2...].compactMap {
            UInt64($0, radix: 16).map(PictureHash.init(bits:))
        }
        self.init(rotations: rotations, width: width, height: height)
    }

    /// The width, the height and the hashes in hexadecimal, in a line.
    package var text: String {
        (["\(width)", "\(height)"] + rotations.map { String($0.bits, radix: 16) })
            .joined(separator: " ")
    }

    /// The width divided by the height.
    package var aspect: Double { Double(width) / Double(height) }

    /// The number that stands for the stored thumbnail of an item in this version; `nil` if none
    /// is stored.
    package static func key(of item: FeedItem) -> UInt64? {
        guard case .stored(let location) = item.thumbnail else { return nil }
        return XXH64.hash(Array("\(item.node.id.rawValue)/\(location.checksum)".utf8))
    }
}
