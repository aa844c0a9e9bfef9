import PhotoFeed
import Testing

@testable import PhotoLibrary

/// The limit of the removals of a run.
@Suite("The limit of removals")
@MainActor
struct RemovalLimitTests {
    private let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    private func deletions(_ numbers: Range<Int>) -> [NodeChange] {
        numbers.map { .deleted(pathKey: "/photos/\($0).jpg") }
    }

    /// Whether the pages are refused because of the removals.
    private func isRefused(
        _ pages: [FeedPage], by library: SQLiteFeedWriter, _ limit: RemovalLimit,
        after earlier: ChangeSummary = ChangeSummary()
    ) throws -> Bool {
        do throws(FeedError) {
            _ = try library.apply(pages, removing: limit, after: earlier)
            return false
        } catch  where error.code == .tooManyRemovals {
            return true
        }
    }

    @Test func removalsUpToTheLimitAreStored() throws {
        let library = try fixture.open()
        try library.fill(0..<1_500)
        let pages = [page(deletions(0..<150), "new")]
        #expect(try !isRefused(pages, by: library, .standard))
        #expect(try library.statistics().nodes == 1_350)
    }

    @Test func moreRemovalsChangeNothing() throws {
        let library = try fixture.open()
        try library.fill(0..<1_500)
        let pages = [page(deletions(0..<151) + [.media(photo(2_000))], "new")]
        #expect(try isRefused(pages, by: library, .standard))
        #expect(try library.statistics().nodes == 1_500)
        #expect(try library.item(photo(2_000).id) == nil)
        let cursor = FeedCursor(rawValue: "filled")
        guard case .following(_, cursor) = try library.state() else {
            Issue.record("the library has moved on")
            return
        }
        // The library is good, and takes the same page with another limit.
        #expect(try !isRefused(pages, by: library, .unlimited))
        #expect(try library.statistics().nodes == 1_350)
        try library.verify()
    }

    @Test func aSmallLibraryIsNotEmptied() throws {
        let library = try fixture.open()
        try library.fill(0..<64)
        try library.beginListing(of: "")
        let foreign = page([.media(photo(2_000))], "foreign")
        #expect(try isRefused([foreign], by: library, .standard))
        #expect(try library.statistics().nodes == 64)
    }

    @Test func aNewListingIsLimitedAtItsEnd() throws {
        let library = try fixture.open()
        try library.fill(0..<1_500)
        try library.beginListing(of: "")
        #expect(try isRefused([page([], "empty")], by: library, .standard))
        #expect(try library.statistics().nodes == 1_500)
    }

    @Test func photosThatAreFoundAgainAreNotRemoved() throws {
        let library = try fixture.open()
        try library.fill(0..<300)
        let removal = page(deletions(0..<200), "a", more: true)
        let arrival = page((0..<200).map { .media(photo($0, at: "/moved/\($0).jpg")) }, "b")
        #expect(try isRefused([removal], by: library, .standard))
        #expect(try !isRefused([removal, arrival], by: library, .standard))
        #expect(try library.statistics().nodes == 300)
    }

    @Test func theRemovalsOfEarlierPagesCount() throws {
        let library = try fixture.open()
        try library.fill(0..<500)
        let earlier = try library.apply(page(deletions(0..<40), "a", more: true))
        let pages = [page(deletions(40..<61), "b")]
        #expect(try isRefused(pages, by: library, .standard, after: earlier))
        #expect(try !isRefused(pages, by: library, .standard))
    }

    @Test func arrivalsDoNotRaiseTheLimit() throws {
        let library = try fixture.open()
        try library.fill(0..<1_100)
        let changes = (2_000..<4_000).map { NodeChange.media(photo($0)) } + deletions(0..<111)
        #expect(try isRefused([page(changes, "a")], by: library, .standard))
    }
}
