import CommandOptions
import Duplicates
import Foundation
import PhotoFeed
import PhotoFeedTestKit
import Scheduling
import Testing

@testable import DuplicatesFeature

/// The list of the duplicates of libraries.
@Suite @MainActor struct AccountsDuplicatesTests {
    private func photo(
        _ path: String, at date: Int64, content: Int? = nil, size: Int64 = 7
    ) -> FeedItem {
        let hash = content.flatMap {
            ContentHash(String(repeating: "0", count: 64 - "\($0)".count) + "\($0)")
        }
        let name = String(path.split(separator: "/").last ?? "")
        let node = MediaNode(
            id: NodeID(rawValue: "id:" + path), name: name, pathKey: path.lowercased(),
            revision: "r", size: size, contentHash: hash,
            clientModified: FeedTime(secondsSinceEpoch: date),
            serverModified: FeedTime(secondsSinceEpoch: date))
        return FeedItem(node: node, displayPath: path, thumbnail: .pending)
    }

    private func complete(_ list: AccountsDuplicates) throws -> [ShownGroup] {
        while try !list.advance() {}
        return try list.groups(from: 0)
    }

    private var home: LibraryStub {
        LibraryStub(items: [
            photo("/New/a.jpg", at: 9, content: 1, size: 2_000),
            photo("/b\u{202E}.jpg", at: 5, size: 50), photo("/c.jpg", at: 5, size: 50),
            photo("/Old/a.jpg", at: 1, content: 1, size: 2_000),
        ])
    }

    @Test func burstsAreListedWithoutTheWordDuplicates() throws {
        let taken = try #require(CameraTime("2024-06-01T12:00:00"))
        let items = (0..<3).map { number in
            let photo = photo("/a/\(number).jpg", at: taken.wallSeconds, content: number)
            let node = MediaNode(
                id: photo.node.id, name: photo.node.name, pathKey: photo.node.pathKey,
                revision: "r", size: 9, contentHash: photo.node.contentHash,
                clientModified: photo.node.date, serverModified: photo.node.date,
                mediaInfo: MediaInfo(kind: .photo, timeTaken: taken))
            return FeedItem(node: node, displayPath: photo.displayPath, thumbnail: .pending)
        }
        let list = AccountsDuplicates(
            [.init(name: "home", reader: LibraryStub(items: items))], kinds: [.burst])
        let groups = try complete(list)
        #expect(groups.flatMap(\.lines).first == "3 photos within five seconds")
        #expect(list.summary == "1 burst with 3 photos")
        #expect(groups[0].json.hasPrefix(#"{"kind":"burst""#))
        let none = AccountsDuplicates([.init(name: "home", reader: LibraryStub())], kinds: [.burst])
        #expect(try complete(none).isEmpty && none.summary == "No bursts were found.")
    }

    @Test func groupsOfTheWantedKindsAreListed() throws {
        let both = AccountsDuplicates([.init(name: "home", reader: home)], kinds: [.exact, .alike])
        #expect(
            try complete(both).flatMap(\.lines) == [
                "2 files with the same content, 2.0 kB in copies", "  /Old/a.jpg", "  /New/a.jpg",
                "2 files with the same size and date, 50 B in copies", #"  /b\u{202E}.jpg"#,
                "  /c.jpg",
            ])
        #expect(both.summary == "2 groups with 2 copies, 2.0 kB")
        let exact = AccountsDuplicates([.init(name: "home", reader: home)], kinds: [.exact])
        #expect(try complete(exact).map(\.kind) == [.exact])
        #expect(exact.summary == "1 group with 1 copy, 2.0 kB")
        #expect(try exact.groups(from: 1).isEmpty)
    }

    @Test func accountsAreComparedWithOneAnother() throws {
        let work = LibraryStub(items: [photo("/x.jpg", at: 3, content: 1, size: 2_000)])
        let list = AccountsDuplicates(
            [.init(name: "home", reader: home), .init(name: "work", reader: work)], kinds: [.exact])
        let group = try #require(try complete(list).first)
        #expect(
            group.lines.dropFirst() == [
                "  /Old/a.jpg (home)", "  /x.jpg (work)", "  /New/a.jpg (home)",
            ])
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(group.json.utf8)) as? [String: Any])
        #expect(object["kind"] as? String == "exact" && object["bytes"] as? Int == 4_000)
        let files = try #require(object["files"] as? [[String: Any]])
        #expect(files.map { $0["account"] as? String } == ["home", "work", "home"])
        #expect(files[1]["path"] as? String == "/x.jpg" && files[1]["size"] as? Int == 2_000)
    }

    @Test func aLibraryThatCannotBeReadIsNamed() throws {
        let damaged = LibraryStub(items: [photo("/x.jpg", at: 3, content: 1)])
        damaged.readableWindows = 0
        let list = AccountsDuplicates(
            [.init(name: "home", reader: home), .init(name: "bad", reader: damaged)],
            kinds: [.exact])
        #expect(try complete(list).count == 1)
        #expect(list.failures.map(\.account) == ["bad"])
        let alone = AccountsDuplicates([.init(name: "bad", reader: damaged)], kinds: [.exact])
        #expect(throws: FeedError.self) { try complete(alone) }
    }

    @Test func nothingIsSaidInOneSentence() throws {
        let list = AccountsDuplicates([.init(name: "home", reader: LibraryStub())], kinds: [.exact])
        #expect(try complete(list).isEmpty)
        #expect(list.summary == "No duplicates were found.")
    }
}
