import PhotoFeed
import PhotoFeedTestKit

/// The photos of tests.
enum Samples {
    /// A photo; those with the same number as content are copies.
    static func photo(
        _ name: String, at date: Int64, content: Int? = nil, size: Int64 = 7, pixels: Int64? = nil
    ) -> FeedItem {
        let hash = content.map { String($0, radix: 16) }.flatMap {
            ContentHash(String(repeating: "0", count: 64 - $0.count) + $0)
        }
        let node = MediaNode(
            id: NodeID(rawValue: "id:" + name), name: name, pathKey: "/album/" + name,
            revision: "1", size: size, contentHash: hash,
            clientModified: FeedTime(secondsSinceEpoch: date),
            serverModified: FeedTime(secondsSinceEpoch: date),
            mediaInfo: pixels.map {
                MediaInfo(kind: .photo, dimensions: .init(width: $0, height: 1))
            })
        return FeedItem(node: node, displayPath: "/Album/" + name, thumbnail: .pending)
    }

    /// A library with these photos, newest first.
    static func library(_ photos: [FeedItem]) -> LibraryStub {
        LibraryStub(
            items: photos.enumerated()
                .sorted { ($0.element.node.date, $0.offset) > ($1.element.node.date, $1.offset) }
                .map(\.element))
    }
}
