import PhotoFeed
import SQLitePersistence
import Testing

@testable import PhotoLibrary

@Suite("The laws of a journal")
@MainActor
struct JournalLawTests {
    /// The clock of a library, which moves between pages.
    final class Clock {
        var seconds: Int64 = 1_000_000_000
        var now: FeedTime { FeedTime(secondsSinceEpoch: seconds) }
    }

    /// The state of a library, as far as pages describe it.
    private struct Photo: Hashable {
        let id: NodeID
        let path: String
        let name: String
        let revision: String
        let hash: ContentHash?

        init(_ node: MediaNode) {
            id = node.id
            path = node.pathKey
            name = node.name
            revision = node.revision
            hash = node.contentHash
        }
    }

    private func path(_ random: inout Generator) -> String {
        let names = ["a", "b", "a%", "a_", "a0", "a.b", "ä"]
        let depth = Int.random(in: 1...3, using: &random)
        return (0..<depth).map { _ in "/" + (names.randomElement(using: &random) ?? "") }.joined()
    }

    private func change(_ random: inout Generator) -> NodeChange {
        let path = path(&random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0...5:
            let number = Int.random(in: 0..<40, using: &random)
            let revision = Int.random(in: 1...3, using: &random)
            return .media(photo(number, at: path + ".jpg", revision: revision))
        case 6:
            return .folder(FolderNode(id: NodeID(rawValue: "id:f"), name: "F", pathKey: path))
        case 7: return .otherFile(pathKey: path)
        case 8: return .deleted(pathKey: path + ".jpg")
        default: return .deleted(pathKey: path)
        }
    }

    private func feed(_ library: SQLiteFeedWriter, at time: FeedTime?) throws -> [Photo] {
        var photos: [Photo] = []
        var query: FeedQuery? = FeedQuery(limit: 7, at: time)
        while let next = query {
            let window = try library.window(next)
            photos += window.items.map { Photo($0.node) }
            query = window.next.map(next.continuing)
        }
        return photos
    }

    /// Stores random pages, and returns the feed after each of them.
    private func fill(
        _ library: SQLiteFeedWriter, pages: Int, _ clock: Clock, _ random: inout Generator
    ) throws -> [(time: FeedTime, feed: [Photo])] {
        var feeds: [(time: FeedTime, feed: [Photo])] = []
        for round in 0..<pages {
            if round % 11 == 10 { try library.beginListing(of: "") }
            let changes = (0..<Int.random(in: 0..<15, using: &random)).map { _ in change(&random) }
            _ = try library.apply(page(changes, "c\(round)", more: round % 3 != 0))
            feeds.append((clock.now, try feed(library, at: nil)))
            clock.seconds += Int64.random(in: 1...2, using: &random)
        }
        return feeds
    }

    @Test(arguments: 0..<8)
    func firstStateAndTheJournalGiveTheLibraryAtEachTime(seed: UInt64) throws {
        var random = Generator(state: seed)
        let (fixture, clock) = (try LibraryFixture(), Clock())
        let library = try fixture.open(at: { clock.seconds })
        try library.beginListing(of: "")
        _ = try library.apply(page((0..<30).map { .media(photo($0)) }, "base"))
        let base = try feed(library, at: nil)
        let start = clock.now
        clock.seconds += 1
        let feeds = try fill(library, pages: 40, clock, &random)
        let entries = try library.journal(since: nil)
        #expect(try library.journal(JournalQuery(limit: 1)).start == start)
        #expect(try feed(library, at: start) == base)
        var (photos, next) = (Dictionary(uniqueKeysWithValues: base.map { ($0.id, $0) }), 0)
        for (time, feed) in feeds {
            while next < entries.count, entries[next].time <= time {
                let entry = entries[next]
                #expect(entry.former.map(Photo.init) == photos[entry.id], "\(entry)")
                photos[entry.id] = entry.present.map(Photo.init)
                next += 1
            }
            #expect(Set(photos.values) == Set(feed), "seed \(seed), time \(time)")
            // The order, too: windows of an earlier time are windows of that feed.
            #expect(try self.feed(library, at: time) == feed, "seed \(seed), time \(time)")
        }
        #expect(next == entries.count)
        try library.verify()
    }

    @Test(arguments: [1, 3, 100])
    func partsOfAJournalGiveEachEntryOnce(limit: Int) throws {
        var random = Generator(state: 7)
        let (fixture, clock) = (try LibraryFixture(), Clock())
        let library = try fixture.open(at: { clock.seconds })
        try library.fill(0..<10)
        clock.seconds += 1
        _ = try fill(library, pages: 20, clock, &random)
        let all = try library.journal(since: nil)
        var found: [JournalEntry] = []
        var query: JournalQuery? = JournalQuery(limit: limit)
        while let part = query {
            let window = try library.journal(part)
            found += window.entries
            query = window.next.map(part.continuing)
        }
        #expect(found == all)
        let middle = all[all.count / 2].time
        #expect(try library.journal(since: middle) == all.filter { $0.time >= middle })
        #expect(try library.journal(since: clock.now) == [])
    }

    @Test(arguments: 0..<4)
    func shortenedJournalGivesTheLibraryOfTheTimeThatIsLeft(seed: UInt64) throws {
        var random = Generator(state: seed)
        let (fixture, clock) = (try LibraryFixture(), Clock())
        var limits = LibraryLimits()
        (limits.journalAge, limits.journalEntries) = (30, 50)
        let library = try SQLiteFeedWriter(
            path: fixture.path + "/library", limits: limits, now: { clock.now })
        try library.fill(0..<10)
        clock.seconds += 1
        let feeds = try fill(library, pages: 60, clock, &random)
        let start = try #require(try library.journal(JournalQuery(limit: 1)).start)
        #expect(start > feeds[0].time)
        let stored = try library.tables.connection.statement("SELECT count(*) FROM journal")
        #expect(try #require(try stored.first { $0.integer(0) }) <= 50)
        let times = try library.journal(since: nil).map(\.time.secondsSinceEpoch)
        let (oldest, newest) = (try #require(times.first), try #require(times.last))
        #expect(newest - oldest <= 30)
        for (time, feed) in feeds where time >= start {
            #expect(try self.feed(library, at: time) == feed, "seed \(seed), time \(time)")
        }
        #expect(throws: FeedError(.historyNotKept, "")) {
            try feed(library, at: FeedTime(secondsSinceEpoch: start.secondsSinceEpoch - 1))
        }
    }
}
