import PhotoFeed
import PhotoFeedTestKit
import Testing

@testable import Duplicates

/// The search for photos of one moment.
@Suite struct BurstSearchTests {
    private static let noon: Int64 = 1_717_243_200

    /// A photo with a camera's time, seconds after noon.
    private func photo(
        _ path: String, _ seconds: Int64, content: Int, kind: MediaInfo.Kind = .photo,
        pixels: Int64 = 1, isTaken: Bool = true
    ) throws -> FeedItem {
        let date = FeedTime(secondsSinceEpoch: Self.noon + seconds)
        let hash = ContentHash(
            String(repeating: "0", count: 64 - "\(content)".count) + "\(content)")
        let taken = CameraTime(String(date.description.dropLast()))
        try #require(taken != nil)
        let node = MediaNode(
            id: NodeID(rawValue: path), name: String(path.split(separator: "/").last ?? ""),
            pathKey: path, revision: "1", size: 7, contentHash: hash, clientModified: date,
            serverModified: date,
            mediaInfo: MediaInfo(
                kind: kind, dimensions: .init(width: pixels, height: 1),
                timeTaken: isTaken ? taken : nil))
        return FeedItem(node: node, displayPath: path, thumbnail: .pending)
    }

    private func bursts(
        _ photos: [FeedItem], limit: Int = 100, step: Int = 2
    ) throws -> [String] {
        let search = BurstSearch(of: [Samples.library(photos)], limit: limit)
        var steps = 0
        while !search.advance(by: step) {
            steps += 1
            try #require(steps < 1_000)
        }
        #expect(search.groups.allSatisfy { $0.kind == .burst })
        return search.groups.map { $0.members.map(\.id.rawValue).joined(separator: " ") }
    }

    @Test(arguments: [1, 2, 100])
    func photosWithinFiveSecondsAreABurstWhoseBestIsFirst(_ step: Int) throws {
        let photos = [
            try photo("/a/1.jpg", 0, content: 1), try photo("/a/2.jpg", 3, content: 2, pixels: 9),
            try photo("/a/3.jpg", 5, content: 3), try photo("/a/4.jpg", 100, content: 4),
            try photo("/a/5.jpg", 104, content: 5), try photo("/a/6.jpg", 500, content: 6),
        ]
        #expect(
            try bursts(photos, step: step) == ["/a/4.jpg /a/5.jpg", "/a/2.jpg /a/1.jpg /a/3.jpg"])
    }

    // A slash and a combining mark after it are one `Character`.
    @Test func aNameThatBeginsWithACombiningMarkIsInItsFolder() throws {
        let photos = [
            try photo("/a/1.jpg", 0, content: 1), try photo("/a/\u{301}2.jpg", 3, content: 2),
        ]
        #expect(try bursts(photos).count == 1)
    }

    @Test func everyTwoPhotosOfABurstAreWithinFiveSeconds() throws {
        let chain = try (0..<6).map { try photo("/a/\($0).jpg", Int64($0) * 4, content: $0) }
        #expect(
            try bursts(chain) == [
                "/a/4.jpg /a/5.jpg", "/a/2.jpg /a/3.jpg", "/a/0.jpg /a/1.jpg",
            ])
    }

    @Test(arguments: [1, 2, 100])
    func burstsOfSeveralFoldersAreNewestFirst(_ step: Int) throws {
        let photos = [
            try photo("/a/1.jpg", 0, content: 1), try photo("/a/2.jpg", 1, content: 2),
            try photo("/a/3.jpg", 100, content: 3), try photo("/a/4.jpg", 101, content: 4),
            try photo("/b/5.jpg", 102, content: 5), try photo("/b/6.jpg", 103, content: 6),
        ]
        #expect(
            try bursts(photos, step: step) == [
                "/b/5.jpg /b/6.jpg", "/a/3.jpg /a/4.jpg", "/a/1.jpg /a/2.jpg",
            ])
    }

    @Test func copiesOtherFoldersVideosAndFilesOfOneNameAreNoBurst() throws {
        for other in [
            try photo("/a/2.jpg", 1, content: 1), try photo("/b/2.jpg", 1, content: 2),
            try photo("/a/2.mov", 1, content: 2, kind: .video),
            try photo("/a/1.cr3", 0, content: 2),
            try photo("/a/2.jpg", 1, content: 2, isTaken: false),
        ] {
            #expect(try bursts([try photo("/a/1.jpg", 0, content: 1), other]).isEmpty)
        }
    }

    @Test func theNumberOfPhotosIsLimited() throws {
        let photos = try (0..<4).map {
            try photo("/a/\($0).jpg", Int64($0 / 2) * 60 + Int64($0), content: $0)
        }
        #expect(try bursts(photos, limit: 3).count == 1)
    }
}
