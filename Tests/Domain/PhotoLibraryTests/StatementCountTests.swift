import PhotoFeed
import SQLitePersistence
import Testing

@testable import PhotoLibrary

@Suite("The number of statements")
@MainActor
struct StatementCountTests {
    private let fixture: LibraryFixture
    private let library: SQLiteFeedWriter

    init() throws {
        fixture = try LibraryFixture()
        library = try fixture.open()
        try library.beginListing(of: "")
        _ = try library.apply(page((0..<2).map { .media(photo($0)) }, "start", more: true))
    }

    private func statements(_ body: () throws -> Void) rethrows -> [String] {
        var statements: [String] = []
        let trace = SQLTrace(library.tables.connection) { statements.append($0) }
        try body()
        trace.end()
        return statements
    }

    @Test func newPhotoIsOneStatementAndAPageAFewMore() throws {
        let found = try statements {
            _ = try library.apply(page((100..<200).map { .media(photo($0)) }, "next", more: true))
        }
        #expect(found.count { $0.contains("INSERT INTO node") } == 100)
        // The transaction, the row of the feed, and the extent of the journal.
        #expect(found.count == 100 + 5, "\(found.filter { !$0.contains("INSERT INTO node") })")
    }

    @Test func unchangedFolderWritesNoPhoto() throws {
        _ = try library.apply(page([], "end"))
        try library.beginListing(of: "")
        let found = try statements {
            _ = try library.apply(page([.unchanged(pathKey: "/photos")], "next", more: true))
        }
        #expect(!found.contains { $0.contains("UPDATE node") }, "\(found)")
        #expect(try library.apply(page([], "again")).removed == 0)
        #expect(try library.statistics().nodes == 2)
    }

    @Test func removalsBeyondTheLeastLimitCountThePhotosAndNothingElse() throws {
        _ = try library.apply(page((0..<1_500).map { .media(photo($0)) }, "end"))
        let removals = page((0..<101).map { .deleted(pathKey: "/photos/\($0).jpg") }, "next")
        let found = try statements {
            _ = try library.apply([removals], removing: .standard, after: ChangeSummary())
        }
        #expect(found.count { $0.contains("SELECT count(*) FROM node") } == 1)
        #expect(!found.contains { $0.contains("sum(") })
    }

    /// The index by folders would lead to each row of a large library separately.
    @Test func statisticsReadTheRowsInTheirOrder() throws {
        let found = try statements { _ = try library.statistics() }
        let counts = try #require(found.first { $0.contains("sum(") })
        let plan = try library.tables.connection.statement("EXPLAIN QUERY PLAN \(counts)")
        var steps: [String] = []
        try plan.forEachRow { steps.append($0.text(3)) }
        #expect(!steps.isEmpty)
        #expect(!steps.contains { $0.contains("node_place") }, "\(steps)")
    }

    @Test func windowIsOneStatementAndOneForEachFolder() throws {
        let found = try statements { _ = try library.window(FeedQuery(limit: 100)) }
        // The transaction, the window, `/photos` and the root.
        #expect(found.count == 2 + 1 + 2, "\(found)")
    }

    @Test func changedPhotoIsOneStatementMoreWithAJournal() throws {
        func change(_ revision: Int, _ cursor: String) throws -> Int {
            try statements {
                let changes = (0..<2).map { NodeChange.media(photo($0, revision: revision)) }
                _ = try library.apply(page(changes, cursor, more: cursor == "first"))
            }.count
        }
        let first = try change(2, "first")
        _ = try library.apply(page([], "end"))
        let second = try change(3, "second")
        // For a page: its rows in the journal, the paths of a folder and its root, the deletion of
        // tombstones, and the oldest page. For each photo one.
        #expect(second - first == 2 + 7, "\(first), \(second)")
    }
}
