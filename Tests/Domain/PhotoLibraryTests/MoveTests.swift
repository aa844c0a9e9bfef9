import PhotoFeed
import SQLitePersistence
import Testing

@testable import PhotoLibrary

/// Moves on a server whose files have no identifiers: the path is the identifier.
@Suite("Moves without identifiers")
@MainActor
struct MoveTests {
    private let fixture: LibraryFixture
    private let library: SQLiteFeedWriter

    init() throws {
        fixture = try LibraryFixture()
        library = try fixture.open()
    }

    private func file(
        _ path: String, _ revision: String, size: Int64 = 10, modified: Int64 = 1_000
    ) -> MediaNode {
        MediaNode(
            id: NodeID(rawValue: path), name: String(path.split(separator: "/").last ?? ""),
            pathKey: path, revision: revision, size: size,
            clientModified: FeedTime(secondsSinceEpoch: modified),
            serverModified: FeedTime(secondsSinceEpoch: modified))
    }

    /// Lists these files as the whole account; returns the changes.
    @discardableResult
    private func list(_ files: [MediaNode], _ library: SQLiteFeedWriter? = nil) throws
        -> ChangeSummary
    {
        let library = library ?? self.library
        try library.beginListing(of: "")
        var summary = ChangeSummary()
        for (index, file) in files.enumerated() {
            summary += try library.apply(
                page([.media(file)], "\(index)", more: index + 1 < files.count))
        }
        return summary
    }

    private func pictures(_ library: SQLiteFeedWriter? = nil) throws -> [String: [UInt8]?] {
        let library = library ?? self.library
        return Dictionary(
            uniqueKeysWithValues: try library.everything().map {
                ($0.node.pathKey, try library.thumbnail(of: $0.node.id))
            })
    }

    private static func summary(_ added: Int, _ changed: Int, _ removed: Int) -> ChangeSummary {
        var summary = ChangeSummary()
        (summary.added, summary.changed, summary.removed) = (added, changed, removed)
        return summary
    }

    @Test func aMovedPhotoKeepsItsThumbnailAndItsNumber() throws {
        try list([file("/a.jpg", "1"), file("/b.jpg", "2")])
        try library.storeWanted()
        let number = try library.window(FeedQuery(limit: 9)).items.first {
            $0.node.pathKey == "/a.jpg"
        }
        let changes = try list([file("/Trip/c.jpg", "1"), file("/b.jpg", "2")])
        #expect(changes == Self.summary(0, 1, 0))
        #expect(
            try pictures() == [
                "/Trip/c.jpg": picture(of: NodeID(rawValue: "/a.jpg")),
                "/b.jpg": picture(of: NodeID(rawValue: "/b.jpg")),
            ])
        #expect(try library.statistics().pendingThumbnails == 0)
        #expect(number != nil)
        try library.verify()
    }

    @Test func aMovedPhotoKeepsTheDateOfItsCamera() throws {
        try list([file("/a.jpg", "1"), file("/b.jpg", "2")])
        let taken = CameraTime("2024-06-01T12:30:45")
        try library.store([
            OriginalFacts(
                version: OriginalVersion(file("/a.jpg", "1")),
                info: MediaInfo(
                    kind: .photo, timeTaken: taken, zoneOffset: 0, isOfOriginal: true),
                recorded: nil)
        ])
        // The server has changed the times of the files.
        try list([
            file("/c.jpg", "1", modified: 5_000), file("/d.jpg", "2", modified: 6_000),
        ])
        let items = try library.everything()
        #expect(items.map(\.node.pathKey) == ["/c.jpg", "/d.jpg"], "the feed is sorted by date")
        #expect(items.first?.node.date == FeedTime("2024-06-01T12:30:45Z"))
        let recent = FeedQuery(limit: 9, since: FeedTime("2024-01-01T00:00:00Z"))
        #expect(try library.window(recent).items.map(\.node.pathKey) == ["/c.jpg"])
    }

    @Test func aMovedFolderKeepsAllThumbnails() throws {
        let before = (0..<50).map { file("/old/\($0).jpg", "\($0)") }
        let after = (0..<50).map { file("/new/\($0).jpg", "\($0)") }
        try list(before)
        try library.storeWanted()
        #expect(try list(after) == Self.summary(0, 50, 0))
        #expect(try library.statistics().pendingThumbnails == 0)
        for (path, bytes) in try pictures() {
            let former = path.replacing("/new/", with: "/old/")
            #expect(bytes == picture(of: NodeID(rawValue: former)))
        }
        try library.verify()
    }

    @Test(
        arguments: [
            // Another revision, and another length.
            ([("/a.jpg", "1", 10)], [("/c.jpg", "2", 10)]),
            ([("/a.jpg", "1", 10)], [("/c.jpg", "1", 11)]),
            // Two that have vanished, and two that are new.
            ([("/a.jpg", "1", 10), ("/b.jpg", "1", 10)], [("/c.jpg", "1", 10)]),
            ([("/a.jpg", "1", 10)], [("/c.jpg", "1", 10), ("/d.jpg", "1", 10)]),
            // Empty files are all alike.
            ([("/a.jpg", "1", 0)], [("/c.jpg", "1", 0)]),
        ] as [([(String, String, Int64)], [(String, String, Int64)])])
    func withoutAUniqueMatchAPhotoIsRemovedAndAdded(
        _ before: [(String, String, Int64)], _ after: [(String, String, Int64)]
    ) throws {
        try list(before.map { file($0.0, $0.1, size: $0.2) })
        try library.storeWanted()
        let changes = try list(after.map { file($0.0, $0.1, size: $0.2) })
        #expect(changes == Self.summary(after.count, 0, before.count))
        #expect(try library.statistics().pendingThumbnails == after.count)
        try library.verify()
    }

    /// A photo that was there before is not a target, although nothing else differs.
    @Test func aPhotoThatWasKnownIsNotTheTargetOfAMove() throws {
        try list([file("/a.jpg", "1"), file("/copy.jpg", "1")])
        #expect(try list([file("/copy.jpg", "1")]) == Self.summary(0, 0, 1))
        #expect(try library.everything().map(\.node.pathKey) == ["/copy.jpg"])
    }

    @Test func changesSinceATokenAreJoined() throws {
        try list([file("/a.jpg", "1"), file("/x/b.jpg", "2")])
        try library.storeWanted()
        let changes = try library.apply(
            page(
                [
                    .deleted(pathKey: "/a.jpg"), .deleted(pathKey: "/x"),
                    .media(file("/c.jpg", "1")), .media(file("/y/b.jpg", "2")),
                ], "next"))
        #expect(changes == Self.summary(0, 2, 0))
        #expect(try library.statistics().pendingThumbnails == 0)
        #expect(try pictures()["/y/b.jpg"] == picture(of: NodeID(rawValue: "/x/b.jpg")))
        try library.verify()
    }

    @Test func aPhotoThatVanishesLaterIsNotJoinedWithAnEarlierOne() throws {
        try list([file("/a.jpg", "1")])
        try library.storeWanted()
        #expect(
            try list([file("/a.jpg", "1"), file("/copy.jpg", "1")]) == Self.summary(1, 0, 0))
        #expect(try list([file("/copy.jpg", "1")]) == Self.summary(0, 0, 1))
    }

    @Test func aListingThatAKilledRunHasBegunIsJoined() throws {
        try list([file("/a.jpg", "1"), file("/b.jpg", "2")])
        try library.storeWanted()
        try library.beginListing(of: "")
        _ = try library.apply(page([.media(file("/new/a.jpg", "1"))], "1", more: true))
        let next = try fixture.killed()
        let changes = try next.apply(page([.media(file("/b.jpg", "2"))], "2"))
        #expect(changes == Self.summary(-1, 1, 0))
        #expect(try pictures(next)["/new/a.jpg"] == picture(of: NodeID(rawValue: "/a.jpg")))
        try next.verify()
    }

    /// A listing that cannot be continued, such as one by tags.
    @Test func aListingThatBeginsAgainAfterAKillIsJoined() throws {
        try list([file("/a.jpg", "1"), file("/b.jpg", "2")])
        try library.storeWanted()
        try library.beginListing(of: "")
        _ = try library.apply(page([.media(file("/new/a.jpg", "1"))], "1", more: true))
        let next = try fixture.killed()
        let changes = try list([file("/new/a.jpg", "1"), file("/b.jpg", "2")], next)
        #expect(changes == Self.summary(0, 1, 0))
        #expect(try pictures(next)["/new/a.jpg"] == picture(of: NodeID(rawValue: "/a.jpg")))
        try next.verify()
        // The next listing has other former rows.
        #expect(try list([file("/b.jpg", "2")], next) == Self.summary(0, 0, 1))
    }

    @Test func aMovedFolderIsNotARemovalHoweverOftenTheListingBegins() throws {
        try list((0..<300).map { file("/old/\($0).jpg", "\($0)") })
        let changes = (0..<300).map { NodeChange.media(file("/new/\($0).jpg", "\($0)")) }
        let part = page(Array(changes[..<200]), "1", more: true)
        try library.beginListing(of: "")
        _ = try library.apply(part)
        let next = try fixture.killed()
        try next.beginListing(of: "")
        _ = try next.apply(part)
        try next.beginListing(of: "")
        let summary = try next.apply(
            [page(changes, "end")], removing: .standard, after: ChangeSummary())
        #expect(summary == Self.summary(-200, 300, 0))
    }

    @Test func aPhotoThatWasKnownBeforeAKillIsNotTheTargetOfAMove() throws {
        try list([file("/a.jpg", "1"), file("/copy.jpg", "1")])
        try library.beginListing(of: "")
        _ = try library.apply(page([.media(file("/copy.jpg", "1"))], "1", more: true))
        let changes = try list([file("/copy.jpg", "1")], fixture.killed())
        #expect(changes == Self.summary(0, 0, 1))
    }

    @Test func aMovedFolderIsNotARemovalForTheLimit() throws {
        try list((0..<300).map { file("/old/\($0).jpg", "\($0)") })
        try library.storeWanted(limit: 10)
        try library.beginListing(of: "")
        let changes = (0..<300).map { NodeChange.media(file("/new/\($0).jpg", "\($0)")) }
        let summary = try library.apply(
            [page(changes, "end")], removing: .standard, after: ChangeSummary())
        #expect(summary == Self.summary(0, 300, 0))
    }

    @Test func aServerWithIdentifiersDecidesByThemAlone() throws {
        let node = file("/a.jpg", "1")
        func identified(_ id: String, at path: String) -> MediaNode {
            MediaNode(
                id: NodeID(rawValue: id), name: "a.jpg", pathKey: path, revision: "1", size: 10,
                clientModified: node.clientModified, serverModified: node.serverModified)
        }
        try list([identified("fileid:1", at: "/a.jpg")])
        #expect(try list([identified("fileid:2", at: "/b.jpg")]) == Self.summary(1, 0, 1))
    }

    /// A server that begins to state digests has the same contents as before.
    @Test func aDigestThatIsNewChangesNoContent() throws {
        try list([file("/a.jpg", "1")])
        try library.storeWanted()
        let node = file("/a.jpg", "1")
        try list([
            MediaNode(
                id: node.id, name: node.name, pathKey: node.pathKey, revision: "1", size: 10,
                contentHash: ContentHash(.md5, hexDigits: String(repeating: "0", count: 32)),
                clientModified: node.clientModified, serverModified: node.serverModified)
        ])
        #expect(try library.statistics().pendingThumbnails == 0)
        #expect(try library.everything().first?.node.contentHash?.algorithm == .md5)
    }
}
