import PhotoFeed
import PhotoFeedTestKit
import Testing

/// One feed over several libraries, compared with sorting all of their items.
@Suite struct MergedFeedTests {
    /// A photo with a name of its own; photos of one content are copies.
    private func photo(_ name: String, at date: Int64, content: Int? = nil) -> FeedItem {
        let node = MediaNode(
            id: NodeID(rawValue: name), name: name, pathKey: "/" + name, revision: "1", size: 1,
            contentHash: content.flatMap(hash),
            clientModified: FeedTime(secondsSinceEpoch: date),
            serverModified: FeedTime(secondsSinceEpoch: date))
        return FeedItem(node: node, displayPath: "/" + name, thumbnail: .pending)
    }

    /// A library with these photos; of equal dates, the later one comes first.
    private func library(_ photos: [FeedItem]) -> LibraryStub {
        LibraryStub(
            items: photos.enumerated()
                .sorted { ($0.element.node.date, $0.offset) > ($1.element.node.date, $1.offset) }
                .map(\.element))
    }

    private func hash(_ content: Int) -> ContentHash? {
        let digits = String(content, radix: 16)
        return ContentHash(String(repeating: "0", count: 64 - digits.count) + digits)
    }

    /// All items of a feed, read in parts of `part`.
    private func all(
        _ libraries: [LibraryStub], window: Int, part: Int, copies: Bool = false
    ) -> [MergedItem] {
        var feed = MergedFeed(libraries, FeedQuery(limit: window), showingCopies: copies)
        var items: [MergedItem] = []
        while true {
            let next = feed.next(part)
            #expect(next.count <= part)
            guard !next.isEmpty else { return items }
            items += next
        }
    }

    /// The feed by its definition: everything sorted, and the copies of a date joined.
    private func sorted(_ libraries: [LibraryStub], copies: Bool) -> [MergedItem] {
        let entries = libraries.enumerated().flatMap { number, library in
            library.items.enumerated().map { (number, $0.offset, $0.element) }
        }.sorted { left, right in
            left.2.node.date == right.2.node.date
                ? (left.0, left.1) < (right.0, right.1) : left.2.node.date > right.2.node.date
        }
        var found: [MergedItem] = []
        for (number, _, item) in entries {
            guard !copies, let content = item.node.contentHash else {
                found.append(MergedItem(item, in: [number]))
                continue
            }
            let owners = entries.filter {
                $0.2.node.contentHash == content && $0.2.node.date == item.node.date
            }.map(\.0)
            let isShown = found.contains {
                $0.item.node.contentHash == content && $0.item.node.date == item.node.date
            }
            if !isShown { found.append(MergedItem(item, in: Set(owners).sorted())) }
        }
        return found
    }

    @Test(arguments: UInt64(0)..<60)
    func theFeedIsEverythingSortedWithItsCopiesJoined(_ seed: UInt64) {
        var random = SplitMix(seed: seed)
        let libraries = (0..<Int(random.next() % 4 + 1)).map { number in
            library(
                (0..<Int(random.next() % 40)).map { photoNumber in
                    photo(
                        "\(number)-\(photoNumber)", at: Int64(random.next() % 12),
                        content: random.next() % 5 == 0 ? nil : Int(random.next() % 8))
                })
        }
        let window = Int(random.next() % 7 + 1)
        let part = Int(random.next() % 9 + 1)
        for copies in [false, true] {
            let items = all(libraries, window: window, part: part, copies: copies)
            #expect(items == sorted(libraries, copies: copies), "window \(window), part \(part)")
        }
    }

    @Test func copiesOfSeveralLibrariesAreOneItemWithAllOwners() {
        let libraries = [
            library([photo("a", at: 5, content: 1), photo("b", at: 4)]),
            library([photo("c", at: 5, content: 2)]),
            library([photo("d", at: 5, content: 1), photo("e", at: 3, content: 1)]),
        ]
        let items = all(libraries, window: 1, part: 10)
        #expect(items.map(\.item.node.name) == ["a", "c", "b", "e"])
        #expect(items.map(\.libraries) == [[0, 2], [1], [0], [2]])
    }

    @Test func aLibraryThatCannotBeReadIsNamedAndTheOthersAreShown() {
        let damaged = library((0..<9).map { photo("a\($0)", at: $0) })
        damaged.readableWindows = 1
        let whole = library((0..<9).map { photo("b\($0)", at: $0) })
        var feed = MergedFeed([damaged, whole], FeedQuery(limit: 3))
        let names = feed.next(100).map(\.item.node.name)
        #expect(names.filter { $0.hasPrefix("a") } == ["a8", "a7", "a6"])
        #expect(names.filter { $0.hasPrefix("b") }.count == 9)
        #expect(feed.failures.mapValues(\.code) == [0: .libraryDamaged])
    }

    @Test func onlyTheWindowsThatArePassedAreRead() {
        let libraries = (0..<3).map { number in
            library((0..<10_000).map { photo("\(number)-\($0)", at: $0) })
        }
        var feed = MergedFeed(libraries, FeedQuery(limit: 100))
        #expect(feed.next(300).count == 300)
        #expect(libraries.allSatisfy { $0.itemsRead <= 300 })
    }

    @Test func aMomentOfManyPhotosIsReadInParts() {
        let count = 3 * MergedFeed.copyRange
        let libraries = (0..<2).map { number in
            library((0..<count).map { photo("\(number)-\($0)", at: 1, content: $0) })
        }
        var feed = MergedFeed(libraries, FeedQuery(limit: 100))
        var items = feed.next(1)
        #expect(libraries.allSatisfy { $0.itemsRead <= MergedFeed.copyRange + 100 })
        while case let next = feed.next(100), !next.isEmpty { items += next }
        // The first ones are joined, the others are shown for each library; none is lost.
        let joined = items.filter { $0.libraries.count == 2 }.count
        #expect(joined == MergedFeed.copyRange)
        #expect(items.count == 2 * count - joined)
    }

    @Test func theLimitsOfTheQueryApplyToEachLibrary() {
        let libraries = [
            library((0..<9).map { photo("a\($0)", at: $0) }),
            library((0..<9).map { photo("b\($0)", at: $0) }),
        ]
        let query = FeedQuery(
            limit: 2, since: FeedTime(secondsSinceEpoch: 3), until: FeedTime(secondsSinceEpoch: 5))
        var feed = MergedFeed(libraries, query)
        #expect(feed.next(100).map(\.item.node.name) == ["a4", "b4", "a3", "b3"])
    }
}

/// Random numbers that depend on a seed alone.
private struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
