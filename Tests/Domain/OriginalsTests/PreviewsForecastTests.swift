import PhotoFeed
import Testing

@testable import Originals

/// The price of the files that are read at a server without thumbnails.
@Suite struct PreviewsForecastTests {
    private static func item(
        _ name: String, size: Int64, _ thumbnail: ThumbnailState
    ) -> FeedItem {
        let time = FeedTime(secondsSinceEpoch: 0)
        let node = MediaNode(
            id: NodeID(rawValue: name), name: name, pathKey: "/" + name, revision: "1", size: size,
            contentHash: nil, clientModified: time, serverModified: time, hasThumbnailFormat: true)
        return FeedItem(node: node, displayPath: "/" + name, thumbnail: thumbnail)
    }

    private static let items = [
        item("new.jpg", size: 1 << 20, .pending), item("small.jpg", size: 9, .pending),
        item("empty.jpg", size: 0, .pending),
        item("a.heic", size: 1 << 20, .failed(.providerWithoutThumbnails)),
        item("film.mp4", size: 10 << 20, .failed(.providerWithoutThumbnails)),
        item("b.png", size: 1 << 20, .failed(.nothingEmbedded)),
        item("huge.png", size: 65 << 20, .failed(.nothingEmbedded)),
        item("other.jpg", size: 1 << 20, .failed(.unsupportedFormat)),
    ]

    @Test(arguments: [
        (false, 2, Int64(72 << 10) + 9, 1, Int64(256 << 10)),
        (true, 2, Int64(72 << 10) + 9 + Int64(1 << 20) + 9, 3, Int64(256 << 10) + Int64(12 << 20)),
    ])
    func thePriceIsThatOfTheFilesThatAreRead(
        whole: Bool, pending: Int, pendingBytes: Int64, known: Int, knownBytes: Int64
    ) {
        let forecast = PreviewsForecast(readingWholeFiles: whole)
        for item in Self.items { forecast.take(item) }
        #expect(forecast.pending.files == pending && forecast.pending.bytes == pendingBytes)
        #expect(forecast.known.files == known && forecast.known.bytes == knownBytes)
        #expect((forecast.known + forecast.pending).files == known + pending)
    }
}
