import PhotoFeed
import SQLitePersistence
import Testing

@testable import PhotoLibrary

@Suite("The journal of a library")
@MainActor
struct JournalTests {
    private let fixture: LibraryFixture
    private let clock = JournalLawTests.Clock()

    init() throws { fixture = try LibraryFixture() }

    private func open() throws -> SQLiteFeedWriter {
        let clock = clock
        return try fixture.open(at: { clock.seconds })
    }

    /// Stores one page at a later second.
    private func apply(_ changes: [NodeChange], _ cursor: String, to library: SQLiteFeedWriter)
        throws
    {
        clock.seconds += 1
        _ = try library.apply(page(changes, cursor))
    }

    private func count(_ table: String, in library: SQLiteFeedWriter) throws -> Int64? {
        try library.tables.connection.statement("SELECT count(*) FROM \(table)").first {
            $0.integer(0)
        }
    }

    private func changes(_ library: SQLiteFeedWriter) throws -> [String] {
        try library.journal(since: nil).map { "\($0.change) \($0.id)" }
    }

    @Test func firstListingWritesNoJournal() throws {
        let library = try open()
        try library.beginListing(of: "")
        _ = try library.apply(page((0..<5).map { .media(photo($0)) }, "a", more: true))
        #expect(try library.journal(JournalQuery(limit: 1)).start == nil)
        #expect(throws: FeedError(.historyNotKept, "")) {
            try library.window(FeedQuery(limit: 1, at: clock.now))
        }
        clock.seconds += 10
        _ = try library.apply(page((5..<9).map { .media(photo($0)) }, "b"))
        #expect(try library.journal(JournalQuery(limit: 1)).start == clock.now)
        #expect(try count("journal", in: library) == 0)
        #expect(try count("journal_page", in: library) == 0)
        #expect(try library.window(FeedQuery(limit: 99, at: clock.now)).items.count == 9)
    }

    @Test func eachKindOfChangeHasItsEntry() throws {
        let library = try open()
        try library.fill(0..<4)
        try apply([.media(photo(9))], "added", to: library)
        try apply([.media(photo(1, revision: 2))], "edited", to: library)
        try apply([.deleted(pathKey: "/photos/2.jpg")], "removed", to: library)
        let moved = moved(photo(3), to: "/other/3.jpg")
        try apply([.deleted(pathKey: "/photos/3.jpg"), .media(moved)], "moved", to: library)
        #expect(
            try changes(library)
                == ["added id:9", "changed id:1", "removed id:2", "changed id:3"])
        let entry = try #require(try library.journal(since: clock.now).first)
        #expect(entry.time == clock.now)
        #expect(entry.former?.pathKey == "/photos/3.jpg")
        #expect(entry.present?.pathKey == "/other/3.jpg")
        #expect(entry.present?.pathDisplay == "/other/3.jpg")
    }

    @Test func pageThatChangesNothingInTheEndHasNoEntries() throws {
        let library = try open()
        try library.fill(0..<3)
        try apply([.deleted(pathKey: "/photos/1.jpg"), .media(photo(1))], "restored", to: library)
        try apply([.media(photo(8)), .deleted(pathKey: "/photos/8.jpg")], "brief", to: library)
        try apply([.media(photo(2))], "again", to: library)
        #expect(try changes(library) == [])
    }

    @Test func moveInTwoPagesIsARemovalAndAnAddition() throws {
        let library = try open()
        try library.fill(0..<2)
        clock.seconds += 1
        _ = try library.apply(page([.deleted(pathKey: "/photos/1.jpg")], "a", more: true))
        let removed = clock.now
        try apply([.media(moved(photo(1), to: "/b.jpg"))], "b", to: library)
        #expect(try changes(library) == ["removed id:1", "added id:1"])
        #expect(
            try library.window(FeedQuery(limit: 9, at: removed)).items.map(\.node.id.rawValue)
                == ["id:0"])
    }

    @Test(arguments: ["page", "entries"])
    func journalThatHasCountedTooFarIsDamaged(column: String) throws {
        let library = try open()
        try library.fill(0..<1)
        try library.tables.connection.execute(
            "UPDATE journal_extent SET \(column) = 9223372036854775807")
        #expect(throws: FeedError(.libraryDamaged, "")) {
            try library.apply(page([.media(photo(9))], "next"))
        }
    }

    @Test func journalIsReadAlthoughDamageHasRepeatedAPage() throws {
        let library = try open()
        try library.fill(0..<2)
        try apply([.deleted(pathKey: "/photos/1.jpg")], "removed", to: library)
        try library.tables.connection.execute(
            """
            CREATE TABLE copy AS SELECT * FROM journal_page;
            DROP TABLE journal_page;
            CREATE TABLE journal_page (number INTEGER, time INTEGER, entries INTEGER);
            INSERT INTO journal_page SELECT * FROM copy;
            INSERT INTO journal_page SELECT * FROM copy
            """)
        #expect(try changes(library) == ["removed id:1"])
    }

    @Test func removedFolderKeepsItsNamesInTheJournal() throws {
        let library = try open()
        try library.beginListing(of: "")
        let folder = FolderNode(id: NodeID(rawValue: "id:f"), name: "Été %_", pathKey: "/été %_")
        let node = photo(1, at: "/été %_/né.jpg", name: "NÉ.jpg")
        _ = try library.apply(page([.folder(folder), .media(node)], "a"))
        let before = clock.now
        try apply([.deleted(pathKey: "/été %_")], "b", to: library)
        // Another folder may get the number of the former one.
        try apply([.media(photo(2, at: "/new/2.jpg"))], "c", to: library)
        let former = try #require(try library.journal(since: nil).first?.former)
        #expect(former.pathKey == "/été %_/né.jpg")
        #expect(former.pathDisplay == "/Été %_/NÉ.jpg")
        let item = try #require(try library.window(FeedQuery(limit: 1, at: before)).items.first)
        #expect(item.displayPath == "/Été %_/NÉ.jpg")
        #expect(item.thumbnail == .failed(.notKept))
    }

    @Test func hostileNamesComeBackFromTheJournal() throws {
        let library = try open()
        try library.beginListing(of: "")
        let name = "a\u{0}'; DROP TABLE journal; --\u{202E}%\n.jpg"
        _ = try library.apply(page([.media(photo(1, at: "/x/" + name, name: name))], "a"))
        try apply([.deleted(pathKey: "/x/" + name)], "b", to: library)
        let former = try #require(try library.journal(since: nil).first?.former)
        #expect(former.pathKey == "/x/" + name)
        #expect(former.name == name)
    }

    @Test func photoThatOnlyMovedHasItsThumbnailAtEarlierTimes() throws {
        let library = try open()
        try library.fill(0..<2)
        try library.storeWanted()
        let before = clock.now
        let changes: [NodeChange] = [
            .deleted(pathKey: "/photos/1.jpg"), .media(moved(photo(1), to: "/b.jpg")),
            .media(photo(0, revision: 2)),
        ]
        try apply(changes, "b", to: library)
        let items = try library.window(FeedQuery(limit: 9, at: before)).items
        #expect(items.map(\.node.pathKey) == ["/photos/1.jpg", "/photos/0.jpg"])
        guard case .stored = items[0].thumbnail else {
            Issue.record("the content is the same: \(items[0].thumbnail)")
            return
        }
        #expect(items[1].thumbnail == .failed(.notKept))
    }

    @Test func listingOfTheSameSourceIsJournaledAndAnotherSourceBeginsAnotherJournal() throws {
        let library = try open()
        try library.fill(0..<3)
        clock.seconds += 1
        try library.fill(1..<4)
        #expect(try Set(changes(library)) == ["removed id:0", "added id:3"])
        clock.seconds += 1
        try library.beginListing(of: "/elsewhere")
        #expect(try library.journal(JournalQuery(limit: 1)).start == nil)
        _ = try library.apply(page([.media(photo(7))], "c"))
        #expect(try library.journal(JournalQuery(limit: 1)).start == clock.now)
        #expect(try changes(library) == [])
    }

    @Test func clockThatGoesBackKeepsTheOrderOfThePages() throws {
        let library = try open()
        try library.fill(0..<1)
        try apply([.media(photo(1))], "a", to: library)
        clock.seconds -= 1_000
        _ = try library.apply(page([.media(photo(2))], "b"))
        let entries = try library.journal(since: nil)
        #expect(entries.map(\.id.rawValue) == ["id:1", "id:2"])
        #expect(entries[0].time == entries[1].time)
    }

    @Test func pageAndItsEntriesSurviveTheProcessTogether() throws {
        let library = try open()
        try library.fill(0..<3)
        try apply([.deleted(pathKey: "/photos/2.jpg")], "a", to: library)
        let killed = try fixture.killed()
        #expect(try changes(killed) == ["removed id:2"])
        // A page that fails leaves no entries.
        try library.tables.connection.execute(
            """
            CREATE TRIGGER refused BEFORE UPDATE OF cursor ON feed
            BEGIN SELECT RAISE(ABORT, 'refused'); END
            """)
        #expect(throws: FeedError.self) {
            try library.apply(page([.deleted(pathKey: "/photos/1.jpg")], "b"))
        }
        try library.tables.connection.execute("DROP TRIGGER refused")
        #expect(try changes(library) == ["removed id:2"])
    }

    @Test func readersReadTheJournalBesideTheWriter() throws {
        let library = try open()
        try library.fill(0..<3)
        let reader = try SQLiteFeedReader(path: library.path)
        try apply([.deleted(pathKey: "/photos/2.jpg")], "a", to: library)
        #expect(try reader.journal(since: nil).map(\.change) == [.removed])
        #expect(try reader.window(FeedQuery(limit: 9)).items.count == 2)
        let start = try #require(try reader.journal(JournalQuery(limit: 1)).start)
        #expect(try reader.window(FeedQuery(limit: 9, at: start)).items.count == 3)
    }
}
