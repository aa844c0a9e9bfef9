import CommandOptions
import Foundation
import PhotoFeed
import PhotoFeedTestKit
import ProgramServices
import Scheduling
import SchedulingTestKit
import Testing

@testable import ServeFeature

/// The libraries of a feed that is open: they may be missing at first, and be replaced.
@MainActor @Suite struct FeedSourceTests {
    /// The names of the libraries that can be opened, and how often each was.
    private final class Opened: Sendable {
        let counts = Guarded<[String: Int]>([:])
    }

    private let opened = Opened()

    private var opener: LibraryOpener {
        LibraryOpener { [opened] (folder, _) throws(FeedError) in
            let name = folder.lastPathComponent
            guard opened.counts.withLock({ $0[name] }) != nil else {
                throw FeedError(.libraryNotFound, "no library exists in \(folder.path)")
            }
            opened.counts.withLock { $0[name, default: 0] += 1 }
            let library = Samples.library([Samples.photo(name + ".jpg", at: Samples.june)])
            library.isInPlace = { opened.counts.withLock { $0[name] } != nil }
            return library
        }
    }

    private func sources(_ names: String...) -> [ServePage.Library] {
        names.map { ServePage.Library(name: $0, folder: URL(filePath: "/libraries/" + $0)) }
    }

    private func months(_ feed: ServedFeed, _ query: String = "") throws -> Months {
        let selection = try #require(FeedSelection(query: query))
        while true {
            if let json = try feed.summary(of: selection) {
                return try JSONDecoder().decode(Months.self, from: Data(json))
            }
        }
    }

    @Test func aLibraryThatIsMissingIsShownWhenItIsThere() throws {
        opened.counts.withLock { $0 = ["work": 0] }
        let feed = ServedFeed(opening: sources("home", "work"), by: opener, in: .here)
        #expect(feed.unopened.map(\.account) == ["home"])
        let first = try months(feed)
        #expect(first.accounts == ["home", "work"] && first.items == 1)
        #expect(first.failures == ["home: no library exists in /libraries/home"])
        #expect(feed.presentVersion() == first.version)
        opened.counts.withLock { $0["home"] = 0 }
        #expect(feed.presentVersion() != first.version)
        let second = try months(feed)
        #expect(second.items == 2 && second.failures.isEmpty && feed.unopened.isEmpty)
        // The library that was open stays open, and keeps its position.
        #expect(opened.counts.withLock { $0 } == ["home": 1, "work": 1])
        #expect(try months(feed, "account=1&q=work").items == 1)
    }

    @Test func aLibraryThatIsDeletedIsNamedAndShownWhenItIsThereAgain() throws {
        opened.counts.withLock { $0 = ["home": 0, "work": 0] }
        let feed = ServedFeed(opening: sources("home", "work"), by: opener, in: .here)
        let first = try months(feed)
        #expect(first.items == 2)
        opened.counts.withLock { $0["home"] = nil }
        #expect(feed.presentVersion() != first.version)
        let second = try months(feed)
        #expect(second.failures == ["home: no library exists in /libraries/home"])
        #expect(second.items == 1 && feed.presentVersion() == second.version)
        opened.counts.withLock { $0["home"] = 0 }
        #expect(feed.presentVersion() != second.version)
        let third = try months(feed)
        #expect(third.items == 2 && third.failures.isEmpty)
        #expect(opened.counts.withLock { $0 } == ["home": 1, "work": 1])
    }

    @Test func aPathInTheReasonIsNotRepeated() throws {
        let source = ServePage.Library(name: "/albums/a", folder: URL(filePath: "/albums/a"))
        let feed = ServedFeed(opening: [source], by: opener, in: .here)
        #expect(try months(feed).failures == ["no library exists in /albums/a"])
    }

    @Test func otherLibrariesReplaceThoseThatAreShown() throws {
        opened.counts.withLock { $0 = ["home": 0, "work": 0, "new": 0] }
        let feed = ServedFeed(opening: sources("home", "work"), by: opener, in: .here)
        let version = try months(feed).version
        feed.show(sources("new", "work"), by: opener, in: .here)
        let other = try months(feed)
        #expect(other.accounts == ["new", "work"] && other.version != version)
        #expect(try months(feed, "q=home").items == 0)
        #expect(opened.counts.withLock { $0 } == ["home": 1, "work": 1, "new": 1])
        #expect(try feed.chunk(0, of: FeedSelection(), version: version) == .changed)
    }

    @Test func nothingOfALibraryThatIsNoLongerServedIsShown() throws {
        opened.counts.withLock { $0 = ["home": 0, "work": 0] }
        let feed = ServedFeed(opening: sources("work", "home"), by: opener, in: .here)
        let version = try months(feed).version
        feed.show(sources("work"), by: opener, in: .here)
        #expect(try feed.chunk(0, of: FeedSelection(), version: version) == .changed)
    }

    @Test func anIndexThatIsNotCompleteIsOfTheLibrariesThatAreServed() throws {
        let large = LibraryOpener { (folder, _) throws(FeedError) in
            let count = folder.lastPathComponent == "large" ? 40_000 : 1
            return Samples.library(
                (0..<count).map { Samples.photo("\($0).jpg", at: Int64($0), content: $0) })
        }
        let feed = ServedFeed(opening: sources("small", "large"), by: large, in: .here)
        try #require(try feed.summary(of: FeedSelection()) == nil)
        feed.show(sources("small"), by: large, in: .here)
        #expect(try months(feed).items == 1)
    }

    @Test func aGuestIsNotToldWhyALibraryIsMissing() throws {
        let feed = ServedFeed(
            opening: [.init(name: "/albums/photos", folder: URL(filePath: "/albums/photos"))],
            by: opener, in: .here, for: .guest(originals: false))
        #expect(try months(feed).failures == ["photos: it cannot be read"])
    }
}
