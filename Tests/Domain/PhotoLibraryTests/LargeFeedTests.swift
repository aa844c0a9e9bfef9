import PhotoFeed
import PhotoLibrary
import SQLitePersistence
import SchedulingTestKit
import Testing

/// One feed over the libraries of three accounts, as it is stored on the disk.
@MainActor
@Suite struct LargeFeedTests {
    private static let count = FullLoad.isRequested ? 1_000_000 : 6_000
    private let fixtures: [LibraryFixture]

    init() throws { fixtures = try (0..<3).map { _ in try LibraryFixture() } }

    /// The libraries that contain a photo: its own one, and for each tenth photo the next one too.
    private func owners(of number: Int) -> [Int] {
        let own = number % 3
        return number.isMultiple(of: 10) ? [own, (own + 1) % 3].sorted() : [own]
    }

    private func fill() throws {
        for (library, fixture) in fixtures.enumerated() {
            let numbers = (0..<Self.count).filter { owners(of: $0).contains(library) }
            let writer = try fixture.open()
            try writer.beginListing(of: "")
            for start in stride(from: 0, to: numbers.count, by: 5_000) {
                let end = min(start + 5_000, numbers.count)
                let changes = numbers[start..<end].map { NodeChange.media(photo($0)) }
                _ = try writer.apply(page(changes, "\(end)", more: end < numbers.count))
            }
        }
    }

    /// Photo N has the date N: a feed without a gap names all numbers downwards.
    @Test func eachPhotoOfThreeAccountsIsShownOnceAndInOrder() throws {
        try fill()
        let readers = try fixtures.map { try SQLiteFeedReader(path: $0.path + "/library") }
        var feed = MergedFeed(readers, FeedQuery(limit: 250))
        var expected = Self.count - 1
        while case let items = feed.next(500), !items.isEmpty {
            for item in items {
                guard item.item.node.name == "\(expected).jpg" else {
                    Issue.record("\(item.item.node.name) instead of photo \(expected)")
                    return
                }
                guard item.libraries == owners(of: expected) else {
                    Issue.record("photo \(expected) is in \(item.libraries)")
                    return
                }
                expected -= 1
            }
        }
        #expect(expected == -1)
        #expect(feed.failures.isEmpty)
    }
}
