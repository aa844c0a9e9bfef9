import Foundation
import PhotoFeed
import PhotoFeedTestKit
import SchedulingTestKit
import Testing

@testable import Originals

/// Originals of a server whose files have no identifiers, and digests of several algorithms.
@Suite("Moved originals, and digests of servers")
struct OriginalMoveTests {
    private let fixture: OriginalsFixture

    init() throws { fixture = try OriginalsFixture() }

    private func add(_ path: String, _ text: String, revision: String) {
        fixture.add(path, path, text, revision: revision, hasHash: false)
    }

    private func remove(_ path: String) {
        fixture.library.items.removeAll { $0.node.id.rawValue == path }
        fixture.server.contents[path] = nil
    }

    @Test func aMovedFileIsNotDownloadedAgain() throws {
        add("/a.jpg", "one", revision: "1")
        add("/b.jpg", "two", revision: "2")
        #expect(try #require(fixture.result(try fixture.choice)).downloaded == 2)
        remove("/a.jpg")
        add("/trip/c.jpg", "one", revision: "1")
        let result = try #require(fixture.result(nil))
        #expect(result.downloaded == 0)
        #expect(result.present == 2 && result.moved == 1)
        #expect(fixture.server.downloads.count == 2)
        #expect(fixture.files == ["2024/05/b.jpg", "2024/05/c.jpg"])
        #expect(fixture.content("2024/05/c.jpg") == "one")
        #expect(try #require(fixture.result(nil)).present == 2, "the next run knows the file")
    }

    @Test func anIdentifierInAnotherUnicodeFormThanThePathIsNoPath() throws {
        fixture.add("/\u{E9}.jpg", "/e\u{301}.jpg", "one", hasHash: false)
        _ = fixture.run(try fixture.choice)
        remove("/\u{E9}.jpg")
        add("/b.jpg", "one", revision: "1")
        #expect(try #require(fixture.result(nil)).downloaded == 1)
    }

    @Test func aFileInAnotherFolderKeepsItsNameOnTheDisk() throws {
        add("/x/a.jpg", "one", revision: "1")
        _ = fixture.run(try fixture.choice)
        remove("/x/a.jpg")
        add("/y/a.jpg", "one", revision: "1")
        let result = try #require(fixture.result(nil))
        #expect(result.downloaded == 0 && result.present == 1)
        #expect(fixture.files == ["2024/05/a.jpg"])
        let rows = try OriginalsStore.readRows(ofLibrary: fixture.path + "/library")
        #expect(rows.map(\.pathKey) == ["/y/a.jpg"])
    }

    @Test func twoFilesWhoseNamesDifferInTheUnicodeFormAreDownloaded() throws {
        let content = Array("one".utf8)
        let paths = ["/\u{E9}.jpg", "/e\u{301}.jpg"]
        fixture.library.items = paths.map { item($0, path: $0, content: content) }
        fixture.server.contents[paths[0]] = content
        #expect(try #require(fixture.result(try fixture.choice)).downloaded == 2)
        #expect(fixture.files.count == 2)
        #expect(try #require(fixture.result(nil)).present == 2)
        #expect(fixture.server.downloads.count == 2)
    }

    @Test func anotherUnicodeFormOfAPathIsAnotherPlace() {
        var row = OriginalRow(item("id:1", path: "/\u{E9}.jpg"), path: "a", layoutPath: "a")
        let place = item("id:1", path: "/e\u{301}.jpg")
        let isMoved = row.follow(place)
        #expect(isMoved)
        let isMovedAgain = row.follow(place)
        #expect(!isMovedAgain)
    }

    @Test func twoFilesOfOneRevisionAreDownloaded() throws {
        add("/a.jpg", "one", revision: "1")
        _ = fixture.run(try fixture.choice)
        remove("/a.jpg")
        add("/b.jpg", "one", revision: "1")
        add("/c.jpg", "one", revision: "1")
        #expect(try #require(fixture.result(nil)).downloaded == 2)
    }

    @Test func aFileThatIsStillThereIsNotMoved() throws {
        add("/a.jpg", "one", revision: "1")
        _ = fixture.run(try fixture.choice)
        add("/b.jpg", "one", revision: "1")
        let result = try #require(fixture.result(nil))
        #expect(result.downloaded == 1 && result.present == 1)
    }

    // MARK: Servers with identifiers

    @Test func aMissingFileThatWasMovedIsFetchedByItsNewPath() throws {
        fixture.add("id:1", "/a.jpg", "one")
        _ = fixture.run(try fixture.choice)
        try FileManager.default.removeItem(atPath: fixture.path + "/originals/2024/05/a.jpg")
        fixture.add("id:1", "/trip/b.jpg", "one")
        #expect(try #require(fixture.result(nil)).downloaded == 1)
        #expect(fixture.server.paths == ["/a.jpg", "/trip/b.jpg"])
        #expect(fixture.files == ["2024/05/b.jpg"])
    }

    @Test func aRepairAsksForTheRevisionAndThePathThatTheServerLists() throws {
        fixture.add("id:1", "/x/a.jpg", "one")
        _ = fixture.run(try fixture.choice)
        // The content and the name are the same, so that nothing is downloaded or moved.
        fixture.add("id:1", "/y/a.jpg", "one", revision: "2")
        let result = try #require(fixture.result(nil))
        #expect(result.present == 1 && result.moved == 0)
        let rows = try OriginalsStore.readRows(ofLibrary: fixture.path + "/library")
        #expect(rows.map(\.version.pathKey) == ["/y/a.jpg"])
        #expect(rows.map(\.version.revision) == ["2"])
    }

    // MARK: Uploads of the same content

    @Test func aPhotoThatIsUploadedAgainKeepsItsFile() throws {
        fixture.add("id:1", "/c.jpg", "one")
        _ = fixture.run(try fixture.choice)
        remove("id:1")
        fixture.add("id:2", "/c.jpg", "one")
        let result = try #require(fixture.result(nil))
        #expect((result.downloaded, result.present) == (0, 1))
        #expect(fixture.files == ["2024/05/c.jpg"])
        #expect(try fixture.paths == ["id:2": "2024/05/c.jpg"])
        #expect(try #require(fixture.result(nil)).present == 1)
    }

    /// Files of equal contents, and files with other names, are among them.
    @Test func aNewUploadOfAnAccountDownloadsNothing() throws {
        for number in 0..<30 {
            fixture.add("id:\(number)", "/\(number).jpg", "content \(number / 3)")
        }
        _ = fixture.run(try fixture.choice)
        let downloads = fixture.server.downloads.count
        fixture.library.items = []
        for number in 0..<30 {
            let name = number < 20 ? "\(number)" : "other \(number)"
            fixture.add("new:\(number)", "/\(name).jpg", "content \(number / 3)")
        }
        let result = try #require(fixture.result(nil))
        #expect((result.downloaded, result.present, result.moved) == (0, 30, 10))
        #expect(fixture.server.downloads.count == downloads)
        for number in 0..<30 {
            let name = number < 20 ? "\(number)" : "other \(number)"
            #expect(try fixture.paths["new:\(number)"] == "2024/05/\(name).jpg")
            #expect(fixture.content("2024/05/\(name).jpg") == "content \(number / 3)")
        }
        #expect(fixture.files.count == 30)
    }

    @Test func aCopyIsDownloadedAsLongAsTheFirstPhotoExists() throws {
        fixture.add("id:1", "/a.jpg", "one")
        _ = fixture.run(try fixture.choice)
        fixture.add("id:2", "/b.jpg", "one")
        #expect(try #require(fixture.result(nil)).downloaded == 1)
        #expect(fixture.files == ["2024/05/a.jpg", "2024/05/b.jpg"])
    }

    @Test func aFileThatIsMissingOrEditedIsTreatedAsThatOfTheFormerPhoto() throws {
        fixture.add("id:1", "/a.jpg", "one")
        fixture.add("id:2", "/b.jpg", "two")
        _ = fixture.run(try fixture.choice)
        try FileManager.default.removeItem(atPath: fixture.path + "/originals/2024/05/a.jpg")
        try fixture.write("edited", "2024/05/b.jpg")
        for id in ["id:1", "id:2"] { remove(id) }
        fixture.add("new:1", "/a.jpg", "one")
        fixture.add("new:2", "/b.jpg", "two")
        #expect(try #require(fixture.result(nil)).downloaded == 1)
        #expect(fixture.files == ["2024/05/a.jpg", "2024/05/b.jpg"])
        #expect(fixture.content("2024/05/b.jpg") == "edited")
    }

    /// The new photo has a row already, whose download did not begin.
    @Test func aPhotoThatWaitsForItsDownloadGetsTheFileOfItsFormerUpload() throws {
        fixture.add("id:1", "/a.jpg", "one")
        _ = fixture.run(try fixture.choice)
        fixture.add("id:2", "/b.jpg", "one")
        var choice = try fixture.choice
        choice.byteLimit = 1
        #expect(try #require(fixture.result(choice)).postponed == 1)
        remove("id:1")
        choice.byteLimit = nil
        #expect(try #require(fixture.result(choice)).downloaded == 0)
        #expect(fixture.files == ["2024/05/b.jpg"])
    }

    // MARK: Digests

    /// Adds a file whose server states a digest.
    private func add(_ path: String, _ text: String, _ hash: ContentHash?) {
        add(path, text, revision: "1")
        guard let index = fixture.library.items.firstIndex(where: { $0.node.pathKey == path })
        else { return }
        let item = fixture.library.items[index]
        let node = MediaNode(
            id: item.node.id, name: item.node.name, pathKey: path, revision: "1",
            size: item.node.size, contentHash: hash, clientModified: item.node.clientModified,
            serverModified: item.node.serverModified)
        fixture.library.items[index] = FeedItem(
            node: node, displayPath: path, thumbnail: .pending)
    }

    /// The digests of `abc`.
    private static let digests: [(ContentHash.Algorithm, String)] = [
        (.md5, "900150983cd24fb0d6963f7d28e17f72"),
        (.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ]

    @Test(arguments: digests.indices)
    func aFileIsComparedWithTheDigestOfItsServer(_ index: Int) throws {
        let (algorithm, digits) = Self.digests[index]
        let hash = try #require(ContentHash(algorithm, hexDigits: digits))
        add("/good.jpg", "abc", hash)
        add("/bad.jpg", "abd", hash)
        let run = fixture.run(try fixture.choice)
        guard case .finished(let progress)? = run.events.last else {
            Issue.record("the run has failed: \(String(describing: run.completion))")
            return
        }
        #expect(progress.downloaded == 1 && progress.failed == 1)
        #expect(fixture.server.downloads.filter { $0 == "/bad.jpg" }.count == 2)
        #expect(fixture.files == ["2024/05/good.jpg"])
    }

    @Test(arguments: digests.indices)
    func aFileWithTheDigestOfItsServerIsAdopted(_ index: Int) throws {
        let (algorithm, digits) = Self.digests[index]
        add("/a.jpg", "abc", ContentHash(algorithm, hexDigits: digits))
        try fixture.write("abc", "2024/05/a.jpg")
        #expect(try #require(fixture.result(try fixture.choice)).adopted == 1)
        #expect(fixture.server.downloads.isEmpty)
    }

    @Test func anotherAlgorithmIsNoOtherContent() throws {
        add("/a.jpg", "abc", nil)
        _ = fixture.run(try fixture.choice)
        for (algorithm, digits) in Self.digests {
            add("/a.jpg", "abc", ContentHash(algorithm, hexDigits: digits))
            #expect(try #require(fixture.result(nil)).present == 1)
        }
        #expect(fixture.server.downloads.count == 1)
    }
}
