import Foundation
import PhotoFeed
import PhotoFeedTestKit

/// The photos of tests.
enum Samples {
    /// The first bytes of a JPEG, and a number that distinguishes it.
    static func jpeg(_ number: Int) -> [UInt8] { [0xFF, 0xD8, 0xFF, 0xE0] + "\(number)".utf8 }

    /// A picture of one pixel that browsers can show.
    static let pixel = [UInt8](
        Data(base64Encoded: "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7") ?? Data())

    /// A photo with a stored thumbnail.
    static func photo(
        _ name: String, at date: Int64, content: Int? = nil, checksum: UInt64 = 0xAB,
        size: Int64 = 7, pixels: Int64? = nil, place: (latitude: Double, longitude: Double)? = nil,
        isTaken: Bool = false
    ) -> FeedItem {
        let hash = content.map { String($0, radix: 16) }.flatMap {
            ContentHash(String(repeating: "0", count: 64 - $0.count) + $0)
        }
        let taken =
            isTaken
            ? CameraTime(String(FeedTime(secondsSinceEpoch: date).description.dropLast())) : nil
        let node = MediaNode(
            id: NodeID(rawValue: "id:" + name), name: name, pathKey: "/album/" + name,
            revision: "1", size: size, contentHash: hash,
            clientModified: FeedTime(secondsSinceEpoch: date),
            serverModified: FeedTime(secondsSinceEpoch: date),
            mediaInfo: place == nil && pixels == nil && taken == nil
                ? nil
                : MediaInfo(
                    kind: .photo, dimensions: pixels.map { .init(width: $0, height: 1) },
                    location: place.map {
                        .init(latitude: $0.latitude, longitude: $0.longitude)
                    }, timeTaken: taken))
        let location = ThumbnailLocation(path: "pack", offset: 0, length: 5, checksum: checksum)
        return FeedItem(
            node: node, displayPath: "/Album/" + name, thumbnail: .stored(location))
    }

    /// A library with these photos, newest first, and a picture of each.
    static func library(_ photos: [FeedItem], picture: [UInt8]? = nil) -> LibraryStub {
        let items = photos.enumerated()
            .sorted { ($0.element.node.date, $0.offset) > ($1.element.node.date, $1.offset) }
            .map(\.element)
        let library = LibraryStub(items: items)
        for (number, item) in items.enumerated() {
            library.pictures[item.node.id] = picture ?? jpeg(number)
        }
        return library
    }

    /// The start of June 2024.
    static let june: Int64 = 1_717_200_000

    /// Three photos: two of June 2024, and one of May.
    static var three: LibraryStub {
        library([
            photo("a.jpg", at: june + 100), photo("b.mp4", at: june + 50),
            photo("c.jpg", at: june - 50),
        ])
    }
}
