import DurableFiles
import Foundation
import PhotoFeed
import SQLitePersistence
import Testing

@testable import PhotoLibrary

@Suite("The library")
@MainActor
struct LibraryTests {
    private let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    @Test func aNewLibraryIsEmpty() throws {
        let library = try fixture.open()
        #expect(try library.state() == .empty)
        #expect(try library.window(FeedQuery(limit: 10)) == FeedWindow(items: [], next: nil))
    }

    @Test func aPageAndItsCursorSurviveTheProcessTogether() throws {
        let library = try fixture.open()
        try library.beginListing(of: "/x")
        #expect(try library.state() == .listing(FeedSource(folder: "/x"), cursor: nil))
        _ = try library.apply(page([.media(photo(1, at: "/x/1.jpg"))], "one", more: true))
        let killed = try fixture.killed()
        #expect(
            try killed.state()
                == .listing(FeedSource(folder: "/x"), cursor: FeedCursor(rawValue: "one")))
        #expect(try killed.statistics().nodes == 1)
        _ = try library.apply(page([], "two"))
        #expect(
            try fixture.killed().state()
                == .following(FeedSource(folder: "/x"), cursor: FeedCursor(rawValue: "two")))
    }

    @Test func aPageThatDoesNotFitTheDiskChangesNothingAndFitsLater() throws {
        let library = try fixture.open()
        try library.fill(0..<10)
        try library.tables.connection.execute("PRAGMA max_page_count = 30")
        let large = page((100..<4_000).map { .media(photo($0)) }, "large")
        #expect(throws: FeedError(.diskFull, "")) { try library.apply(large) }
        #expect(try library.statistics().nodes == 10)
        #expect(
            try library.state()
                == .following(FeedSource(), cursor: FeedCursor(rawValue: "filled")))
        try library.tables.connection.execute("PRAGMA max_page_count = 1000000")
        _ = try library.apply(large)
        #expect(try library.statistics().nodes == 3_910)
        try library.verify()
    }

    @Test func aListingRemovesWhatItDoesNotMentionAndOnlyWhenComplete() throws {
        let library = try fixture.open()
        try library.fill(0..<10)
        try library.beginListing(of: "")
        _ = try library.apply(page((0..<4).map { .media(photo($0)) }, "part", more: true))
        #expect(try library.statistics().nodes == 10)
        #expect(try fixture.killed().statistics().nodes == 10)
        let changeSummary = try library.apply(page((4..<6).map { .media(photo($0)) }, "end"))
        #expect(changeSummary.removed == 4)
        #expect(try library.statistics().nodes == 6)
    }

    @Test func displayPathsAreMadeOfTheFoldersOwnNames() throws {
        let library = try fixture.open()
        try library.beginListing(of: "")
        let node = MediaNode(
            id: NodeID(rawValue: "id:9"), name: "Å.JPG", pathKey: "/a/b/å.jpg",
            pathDisplay: "/a/B?/Å.JPG", revision: "000000001", size: 1,
            clientModified: FeedTime(secondsSinceEpoch: 1),
            serverModified: FeedTime(secondsSinceEpoch: 1))
        _ = try library.apply(page([.media(node)], "1", more: true))
        #expect(try library.everything().first?.displayPath == "/a/B?/Å.JPG")
        let folders = [("/a", "A"), ("/a/b", "Bee")].map {
            NodeChange.folder(
                FolderNode(id: NodeID(rawValue: "id:\($0.1)"), name: $0.1, pathKey: $0.0))
        }
        _ = try library.apply(page(folders, "2"))
        #expect(try library.everything().first?.displayPath == "/A/Bee/Å.JPG")
        #expect(try library.displayPath(of: node.id) == "/A/Bee/Å.JPG")
        #expect(try library.item(node.id) == library.everything().first)
        _ = try library.apply(page([.deleted(pathKey: "/a")], "3"))
        #expect(try library.displayPath(of: node.id) == nil)
        #expect(try library.item(node.id) == nil)
    }

    @Test func theFoldersAboveAListedFolderHaveTheirOwnCase() throws {
        let library = try fixture.open()
        try library.beginListing(of: "/camera uploads/2021")
        let folder = FolderNode(
            id: NodeID(rawValue: "id:f"), name: "2021", pathKey: "/camera uploads/2021",
            pathDisplay: "/Camera Uploads/2021")
        let node = photo(1, at: "/camera uploads/2021/1.jpg")
        _ = try library.apply(page([.folder(folder), .media(node)], "1"))
        #expect(try library.everything().first?.displayPath == "/Camera Uploads/2021/1.jpg")
    }

    @Test func aPhotoTakesTheFolderOfItsName() throws {
        let library = try fixture.open()
        try library.beginListing(of: "")
        _ = try library.apply(
            page([.media(photo(1, at: "/a.jpg/1.jpg")), .media(photo(2, at: "/b/2.jpg"))], "1"))
        let again = try fixture.killed()
        let changeSummary = try again.apply(page([.media(photo(3, at: "/a.jpg"))], "2"))
        #expect(changeSummary.added == 1)
        #expect(changeSummary.removed == 1)
        #expect(try again.everything().map(\.node.pathKey).sorted() == ["/a.jpg", "/b/2.jpg"])
    }

    @Test func namesAreOnlyData() throws {
        let names = [
            "..", "../../etc/passwd.jpg", "a\u{0}b.jpg", "\u{202E}gpj.exe.jpg", "<script>.jpg",
            "'; DROP TABLE node; --.jpg", String(repeating: "ü", count: 35_000) + ".jpg",
            String(repeating: "/x", count: 3_000) + ".jpg", "%_%.jpg", "\u{1B}[2J.jpg",
        ]
        let library = try fixture.open()
        try library.beginListing(of: "")
        let changes = names.enumerated().map { index, name in
            NodeChange.media(photo(index, at: "/h/\(index)/" + name, name: name))
        }
        _ = try library.apply(page(changes))
        let pending = try library.pendingThumbnails(after: nil, limit: 100)
        try library.store(
            pending.map { ThumbnailResult(pending: $0, result: .picture([1], .notRequested)) })
        let items = try library.everything()
        #expect(Set(items.map(\.node.name)) == Set(names))
        for item in items {
            guard case .stored(let location) = item.thumbnail else { continue }
            #expect(location.path.wholeMatch(of: /thumbnails\/[0-9]+\.pack/) != nil)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.path) == ["library"])
    }

    @Test func windowsAreNewestFirstAndMissNothing() throws {
        let library = try fixture.open()
        try library.fill(0..<50)
        let ids = try library.everything(limit: 7).map(\.node.id.rawValue)
        #expect(ids == (0..<50).reversed().map { "id:\($0)" })
        let some = try library.window(
            FeedQuery(
                limit: 100, since: FeedTime(secondsSinceEpoch: 1_000_010),
                until: FeedTime(secondsSinceEpoch: 1_000_020)))
        #expect(some.items.map(\.node.id.rawValue) == (10..<20).reversed().map { "id:\($0)" })
        #expect(some.next == nil)
    }

    @Test func equalDatesAreReadOnceEach() throws {
        let library = try fixture.open()
        try library.beginListing(of: "")
        let time = FeedTime(secondsSinceEpoch: 5)
        let nodes = (0..<20).map { number in
            MediaNode(
                id: NodeID(rawValue: "id:\(number)"), name: "\(number).jpg",
                pathKey: "/\(number).jpg", revision: "1", size: 0, clientModified: time,
                serverModified: time)
        }
        _ = try library.apply(page(nodes.map { .media($0) }))
        #expect(Set(try library.everything(limit: 3).map(\.node.id)).count == 20)
    }

    @Test func whatAKilledRunWasWritingIntoTheFolderIsRemoved() throws {
        _ = try fixture.open()
        let folder = try DurableFolder(path: fixture.path + "/library")
        let partial = try folder.writer(named: "holder", durability: .atomic).keep()
        #expect(FileManager.default.fileExists(atPath: fixture.path + "/library/" + partial))
        _ = try fixture.open()
        #expect(!FileManager.default.fileExists(atPath: fixture.path + "/library/" + partial))
    }

    @Test func aPageIsFlushedAndThumbnailsAreFlushedWithTheNextOne() throws {
        let library = try fixture.open()
        func mode() throws -> Int64? {
            try library.tables.connection.statement("PRAGMA synchronous").first { $0.integer(0) }
        }
        let (normal, full) = (Int64(1), Int64(2))
        try library.fill(0..<2)
        #expect(try mode() == full)
        try library.storeWanted()
        #expect(try mode() == normal)
        try library.collectGarbage()
        #expect(try mode() == full)
    }

    @Test func aWindowOfLongNamesIsShort() throws {
        let library = try fixture.open()
        try library.beginListing(of: "")
        let long = String(repeating: "x", count: 70_000)
        let nodes = (0..<100).map { photo($0, at: "/\(long)/\($0)\(long).jpg") }
        _ = try library.apply(page(nodes.map { .media($0) }))
        let window = try library.window(FeedQuery(limit: 100))
        #expect(window.items.count < 20)
        #expect(try library.everything(limit: 100).count == 100)
    }

    @Test func aFolderThatIsTooDeepForItsParentsKeepsItsWholePath() throws {
        let library = try fixture.open()
        let path = String(repeating: "/a", count: 256) + "/z"
        let folder = FolderNode(id: NodeID(rawValue: "id:z"), name: "Z", pathKey: path)
        try library.beginListing(of: "")
        _ = try library.apply(page([.media(photo(1, at: path + "/1.jpg")), .folder(folder)]))
        #expect(try library.everything().map(\.displayPath) == [path + "/1.jpg"])
    }

    @Test func aFolderThatIsBelowItselfIsDamage() throws {
        let library = try fixture.open()
        try library.fill(0..<1)
        try library.tables.connection.execute("UPDATE folder SET parent = number")
        #expect(throws: FeedError(.libraryDamaged, "")) {
            try library.window(FeedQuery(limit: 1))
        }
    }

    @Test func aDateThatIsNotAWholeNumberIsDamageInsteadOfAnEndlessFeed() throws {
        let library = try fixture.open()
        try library.fill(0..<2)
        try library.tables.connection.execute("UPDATE node SET date = -5.5")
        let window = try library.window(FeedQuery(limit: 1))
        let position = try #require(window.next)
        #expect(throws: FeedError(.libraryDamaged, "")) {
            try library.window(FeedQuery(limit: 1, after: position))
        }
        let pending = try library.pendingThumbnails(after: nil, limit: 1)
        #expect(throws: FeedError(.libraryDamaged, "")) {
            try library.pendingThumbnails(after: pending.last?.position, limit: 1)
        }
    }

    @Test(arguments: 1...3)
    func aDateThatIsNotAWholeNumberIsFoundAnywhereInAWindow(number: Int) throws {
        let library = try fixture.open()
        try library.fill(0..<3)
        try library.tables.connection.execute("UPDATE node SET date = -5")
        try library.tables.connection.execute(
            "UPDATE node SET date = -5.5 WHERE number = \(number)")
        var (shown, isDamaged) = ([NodeID](), false)
        var position: FeedPosition?
        repeat {
            do {
                let window = try library.window(FeedQuery(limit: 2, after: position))
                shown += window.items.map(\.node.id)
                position = window.next
            } catch {
                #expect(error == FeedError(.libraryDamaged, ""))
                isDamaged = true
                position = nil
            }
        } while position != nil && shown.count < 10
        #expect(Set(shown).count == shown.count && (isDamaged || shown.count == 3))
    }

    @Test(arguments: [
        "UPDATE feed SET generation = 9223372036854775807",
        "UPDATE node SET number = 9223372036854775807",
    ])
    func aNumberThatNoLibraryReachesIsDamage(change: String) throws {
        let library = try fixture.open()
        try library.fill(0..<1)
        try library.tables.connection.execute(change)
        #expect(throws: FeedError(.libraryDamaged, "")) { try library.beginListing(of: "") }
    }

    @Test func foldersThatOnlyLookTheSameAreTwo() throws {
        let library = try fixture.open()
        let paths = ["/caf\u{E9}/a.jpg", "/cafe\u{301}/a.jpg"]
        try library.beginListing(of: "")
        _ = try library.apply(
            page(paths.enumerated().map { .media(photo($0.offset, at: $0.element)) }))
        let found = try library.everything().map { Array($0.node.pathKey.utf8) }
        #expect(Set(found) == Set(paths.map { Array($0.utf8) }))
    }
}
