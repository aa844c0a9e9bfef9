import Foundation
import PhotoFeed
import PhotoFeedTestKit
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@testable import Originals

@Suite("The trash of the originals")
struct TrashTests {
    private let fixture: OriginalsFixture

    init() throws {
        fixture = try OriginalsFixture()
        fixture.library.feedState = .following(
            FeedSource(server: "s", folder: ""), cursor: FeedCursor(rawValue: "c"))
    }

    private func prune() -> OriginalsProgress? {
        let events = fixture.scheduler.enter {
            let synchronizer = OriginalsSynchronizer(
                library: fixture.path + "/library", reader: fixture.library,
                fetcher: fixture.server, account: "ada", home: .here)
            var events: [OriginalsEvent] = []
            synchronizer.synchronize(nil, options: OriginalsRunOptions(prunes: true)).observe(
                { events.append($0) }, ended: { _ in })
            fixture.scheduler.runUntilIdle()
            return events
        }
        guard case .finished(let progress)? = events.last else { return nil }
        return progress
    }

    private func remove(_ ids: [String]) {
        fixture.library.items.removeAll { ids.contains($0.node.id.rawValue) }
    }

    private func trash(_ name: String) -> String? { fixture.content(".trash/" + name) }

    @Test func theOriginalOfADeletedPhotoIsMovedWithItsSidecar() throws {
        for name in ["a", "b"] { fixture.add("id:\(name)", "/\(name).jpg") }
        _ = fixture.run(try fixture.choice)
        try fixture.write("metadata", "2024/05/a.jpg.xmp")
        remove(["id:a"])
        #expect(try #require(fixture.result(nil)).trashed == 0, "only --prune moves files")
        let progress = try #require(prune())
        #expect((progress.trashed, progress.present, progress.isPartial) == (1, 1, false))
        #expect(fixture.files == ["2024/05/b.jpg"])
        #expect(trash("2024/05/a.jpg") == "content of id:a")
        #expect(trash("2024/05/a.jpg.xmp") == "metadata")
        // A photo that is restored at the server is downloaded again.
        fixture.add("id:a", "/a.jpg")
        #expect(try #require(prune()).downloaded == 1)
        #expect(fixture.content("2024/05/a.jpg") == "content of id:a")
    }

    /// The identifier of a file is its path at some servers.
    @Test func aFileThatWasMovedWithoutAnIdentifierIsNotMovedToTheTrash() throws {
        fixture.add("/a.jpg", "/a.jpg", "one", hasHash: false)
        _ = fixture.run(try fixture.choice)
        remove(["/a.jpg"])
        fixture.add("/trip/b.jpg", "/trip/b.jpg", "one", hasHash: false)
        let progress = try #require(prune())
        #expect((progress.trashed, progress.downloaded, progress.moved) == (0, 0, 1))
        #expect(fixture.content("2024/05/b.jpg") == "one")
    }

    @Test func nothingInTheTrashIsOverwritten() throws {
        for text in ["first", "second"] {
            fixture.add("id:\(text)", "/a.jpg", text)
            _ = fixture.run(try fixture.choice)
            remove(["id:\(text)"])
            #expect(try #require(prune()).trashed == 1)
        }
        #expect(trash("2024/05/a.jpg") == "first")
        #expect(trash("2024/05/a~1.jpg") == "second")
    }

    @Test func aRunMovesAHundredAtMost() throws {
        let ids = (0..<130).map { "id:\($0)" }
        for id in ids { fixture.add(id, "/\(id.dropFirst(3)).jpg") }
        _ = fixture.run(try fixture.choice)
        remove(ids)
        let first = try #require(prune())
        #expect((first.trashed, first.untrashed, first.isPartial) == (100, 30, true))
        let second = try #require(prune())
        #expect((second.trashed, second.untrashed, second.isPartial) == (30, 0, false))
        #expect(fixture.files.isEmpty)
    }

    @Test func anEditedFileStays() throws {
        fixture.add("id:1", "/a.jpg")
        _ = fixture.run(try fixture.choice)
        try fixture.write("an edit", "2024/05/a.jpg")
        remove(["id:1"])
        let progress = try #require(prune())
        #expect((progress.trashed, progress.kept) == (0, 1))
        #expect(fixture.content("2024/05/a.jpg") == "an edit")
    }

    @Test func aLibraryThatIsStillListedKeepsAll() throws {
        fixture.add("id:1", "/a.jpg")
        _ = fixture.run(try fixture.choice)
        remove(["id:1"])
        fixture.library.feedState = .listing(FeedSource(server: "s", folder: ""), cursor: nil)
        #expect(try #require(prune()).trashed == 0)
        #expect(fixture.content("2024/05/a.jpg") == "content of id:1")
    }

    @Test func aTrashThatIsALinkIsRefused() throws {
        fixture.add("id:1", "/a.jpg")
        _ = fixture.run(try fixture.choice)
        remove(["id:1"])
        let elsewhere = fixture.path + "/elsewhere"
        try FileManager.default.createDirectory(
            atPath: elsewhere, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: fixture.path + "/originals/.trash", withDestinationPath: elsewhere)
        #expect(prune() == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere).isEmpty)
        #expect(fixture.content("2024/05/a.jpg") == "content of id:1")
    }

    @Test func aVerificationNamesTheFilesOfDeletedPhotos() throws {
        for name in ["a", "b", "c"] { fixture.add("id:\(name)", "/\(name).jpg") }
        _ = fixture.run(try fixture.choice)
        remove(["id:a", "id:c"])
        try FileManager.default.removeItem(atPath: fixture.path + "/originals/2024/05/c.jpg")
        let events = fixture.scheduler.enter {
            let verifier = OriginalsVerifier(
                library: fixture.path + "/library", reader: fixture.library, fetcher: nil,
                hashers: fixture.hashers, home: .here
            ) { FeedTime(secondsSinceEpoch: 0) }
            var events: [VerifyEvent] = []
            verifier.verify(VerifyOptions()).observe({ events.append($0) }, ended: { _ in })
            fixture.scheduler.runUntilIdle()
            return events
        }
        #expect(events.contains(.found(path: "2024/05/a.jpg", .gone, blocks: [])))
        guard case .finished(let progress)? = events.last else {
            Issue.record("the verification has failed")
            return
        }
        #expect((progress.good, progress.gone, progress.missing) == (1, 2, 0))
        #expect(!progress.isDamaged)
    }
}
