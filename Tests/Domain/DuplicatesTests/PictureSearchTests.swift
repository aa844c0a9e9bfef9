import PhotoFeed
import PhotoFeedTestKit
import Testing

@testable import Duplicates

/// The search for pictures that look the same by stored hashes.
@Suite struct PictureSearchTests {
    private func photo(_ name: String, content: Int, size: Int64 = 7) -> FeedItem {
        let item = Samples.photo(name, at: Int64(content), content: content, size: size)
        return FeedItem(
            node: item.node, displayPath: item.displayPath,
            thumbnail: .stored(
                ThumbnailLocation(path: "pack", offset: 0, length: 5, checksum: UInt64(content))))
    }

    private func facts(_ bits: UInt64) -> PictureFacts? {
        // The other rotations are far from all upright hashes.
        let turned = (1...3).map { PictureHash(bits: ~bits ^ UInt64($0) << 20) }
        return PictureFacts(rotations: [PictureHash(bits: bits)] + turned, width: 4, height: 3)
    }

    @Test func onlyPicturesWithStoredHashesAreCompared() throws {
        let items = [
            photo("best", content: 1, size: 900), photo("small", content: 2, size: 300),
            photo("other", content: 3), photo("new", content: 4), photo("broken", content: 5),
        ]
        var known: [UInt64: PictureFacts?] = [:]
        for (item, bits) in zip(items, [0xFF00, 0xFF03, 0xFFFF_FFFF_0000] as [UInt64]) {
            known.updateValue(facts(bits), forKey: try #require(PictureFacts.key(of: item)))
        }
        known.updateValue(nil, forKey: try #require(PictureFacts.key(of: items[4])))
        let search = PictureSearch(of: [Samples.library(items)], facts: known)
        var steps = 0
        while !search.advance(by: 2) {
            steps += 1
            try #require(steps < 100)
        }
        #expect(search.groups.map(\.kind) == [.near])
        #expect(search.groups[0].members.map(\.id.rawValue) == ["id:best", "id:small"])
        #expect(search.uncompared == 1 && !search.isTruncated && search.isComplete)
    }

    @Test func theSelectionIsCompared() throws {
        let items = [photo("a", content: 1), photo("b", content: 2), photo("c", content: 3)]
        var known: [UInt64: PictureFacts?] = [:]
        for item in items {
            known.updateValue(facts(0xF0), forKey: try #require(PictureFacts.key(of: item)))
        }
        let search = PictureSearch(of: [Samples.library(items)], facts: known) {
            $0.item.node.name != "b"
        }
        while !search.advance(by: 10) {}
        #expect(search.groups.map { $0.members.map(\.id.rawValue) } == [["id:a", "id:c"]])
    }
}
