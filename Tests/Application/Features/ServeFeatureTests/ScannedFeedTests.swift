import PhotoFeed
import PhotoFeedTestKit
import Testing

@testable import ServeFeature

/// The index of one library, which is made in the order of its rows.
@Suite struct ScannedFeedTests {
    /// A library whose rows are not in the order of their dates.
    private func library(_ count: Int) -> LibraryStub {
        let names = ["IMG_1.JPG", "Été.jpg", "clip.mp4", "Straße.heic", "b.mov"]
        return LibraryStub(
            items: (0..<count).map { number in
                // Places whose sums do not depend on the order of the addition.
                let place: (Double, Double)? =
                    number.isMultiple(of: 3) ? (Double(number % 80), 2.5) : nil
                return Samples.photo(
                    "\(number) \(names[number % names.count])",
                    at: Samples.june + Int64(number * 7_919 % 4_001 - 2_000) * 3_600,
                    content: number, place: place)
            })
    }

    /// A library whose feed is in order, and whose rows are not.
    private final class Shuffled: FeedReader, FeedScanning {  // not @Schedulable: of one test
        let feed: LibraryStub
        private let rows: [FeedItem]

        init(_ library: LibraryStub) {
            let numbered = library.items.enumerated().map { ($0.offset + 1, $0.element) }
            rows = library.items
            feed = LibraryStub(
                items: numbered.sorted { ($1.1.node.date, $1.0) < ($0.1.node.date, $0.0) }.map(\.1))
        }

        func scan(after number: Int64, limit: Int, _ body: (ScannedItem) -> Void) throws(FeedError)
            -> Int64?
        {
            try LibraryStub(items: rows.reversed()).scan(after: number, limit: limit, body)
        }
        func items(numbered numbers: [Int64]) throws(FeedError) -> [FeedItem] {
            LibraryStub(items: rows.reversed()).items(numbered: numbers)
        }
        func window(_ query: FeedQuery) throws(FeedError) -> FeedWindow { try feed.window(query) }
        func state() -> FeedState { .empty }
        func hasStored(_ credential: FeedCredential) -> Bool { false }
        func thumbnailSize() -> ThumbnailSize? { nil }
        func pendingThumbnails(
            after position: FeedPosition?, limit: Int, withMediaInfo: Bool
        ) -> [PendingThumbnail] { [] }
        func statistics(withMediaInfo: Bool) -> LibraryStatistics {
            feed.statistics(withMediaInfo: withMediaInfo)
        }
        func item(_ id: NodeID) -> FeedItem? { feed.item(id) }
        func displayPath(of id: NodeID) -> String? { feed.displayPath(of: id) }
        func thumbnail(of id: NodeID) -> [UInt8]? { feed.thumbnail(of: id) }
        func syncHistory() -> [SyncRecord] { [] }
        func journal(_ query: JournalQuery) -> JournalWindow { feed.journal(query) }
    }

    private func complete(_ view: FeedView, by limit: Int) throws -> FeedView {
        var steps = 0
        while !view.grow(by: limit) {
            steps += 1
            try #require(steps < 10_000)
        }
        return view
    }

    @Test(arguments: [
        "", "q=jpg", "q=%C3%A9t%C3%A9", "q=kind:video", "q=2024-05", "q=album/1+mp4",
        "q=near:3,2.5,300",
        "q=nothing", "account=0&q=stra%C3%9Fe", "account=1",
    ])
    func theOrderOfTheRowsDoesNotChangeTheIndex(_ query: String) throws {
        let library = Shuffled(library(2_000))
        let selection = try #require(FeedSelection(query: query))
        let merged = try complete(
            FeedView(selection, of: [library], isScanned: false), by: 512)
        for step in [1, 777, 100_000] {
            let scanned = try complete(FeedView(selection, of: [library]), by: step)
            #expect(scanned.index == merged.index)
            for start in stride(from: 0, to: merged.index.count, by: 512) {
                let positions = start..<min(start + 512, merged.index.count)
                let items = try #require(scanned.items(at: positions))
                #expect(items == merged.items(at: positions))
            }
        }
    }

    /// Three libraries with copies of one another's photos, also of one date.
    private var shared: [LibraryStub] {
        (0..<3).map { library in
            Samples.library(
                (0..<700).map { number in
                    let isCopy = number % 3 == 0
                    return Samples.photo(
                        "\(library)-\(number).\(number % 5 == 0 ? "mp4" : "jpg")",
                        at: Samples.june - Int64(number / 4) * 86_400,
                        content: isCopy ? number / 2 + 1 : number * 3 + library + 10_000,
                        place: number % 2 == 0 ? (Double(number % 80), 3) : nil)
                })
        }
    }

    @Test(arguments: [
        "", "q=jpg", "q=0-", "q=1-+kind:video", "account=0", "account=2", "account=1&q=2-",
        "account=3", "q=near:3,2.5,300",
    ])
    func copiesOfSeveralLibrariesAreShownOnceInAnyOrder(_ query: String) throws {
        let libraries = shared
        let selection = try #require(FeedSelection(query: query))
        let merged = try complete(
            FeedView(selection, of: libraries, isScanned: false), by: 512)
        for step in [100, 777, 100_000] {
            let scanned = try complete(FeedView(selection, of: libraries), by: step)
            #expect(scanned.index == merged.index)
            let positions = 0..<merged.index.count
            #expect(scanned.items(at: positions) == merged.items(at: positions))
        }
    }

    @Test func manyItemsOfOneDateAreExaminedInTheOrderOfTheFeed() throws {
        let libraries = (0..<2).map { library in
            Samples.library(
                (0..<400).map { (number: Int) in
                    Samples.photo("\(library)-\(number).jpg", at: 7, content: number)
                })
        }
        let view = try complete(FeedView(FeedSelection(), of: libraries), by: 100)
        #expect(view.index.count == 400)
        #expect(view.items(at: 0..<400)?.allSatisfy { $0.libraries == [0, 1] } == true)
    }

    @Test func aLibraryOfSeveralThatCannotBeReadIsNamed() throws {
        let libraries = shared
        libraries[1].readableWindows = 0
        let view = try complete(FeedView(FeedSelection(), of: libraries), by: 1_000)
        #expect(view.failures.keys.sorted() == [1])
        #expect(view.index.count > 700 && view.items(at: 0..<10)?.count == 10)
    }

    @Test func theClockOfTheCameraDecidesTheMonth() throws {
        // 23:30 on the last day of June on a clock that is two hours ahead of UTC.
        let taken = try #require(CameraTime("2024-06-30T23:30:00"))
        let node = MediaNode(
            id: NodeID(rawValue: "a"), name: "a.jpg", pathKey: "/a.jpg", revision: "1", size: 1,
            clientModified: FeedTime(secondsSinceEpoch: taken.wallSeconds + 12 * 3_600),
            serverModified: FeedTime(secondsSinceEpoch: 0),
            mediaInfo: MediaInfo(kind: .photo, timeTaken: taken))
        #expect(node.date.secondsSinceEpoch == taken.wallSeconds + 12 * 3_600)
        let library = LibraryStub(
            items: [FeedItem(node: node, displayPath: "/a.jpg", thumbnail: .pending)])
        let view = try complete(FeedView(FeedSelection(), of: [library]), by: 10)
        #expect(view.index.months.map(\.key) == ["2024-06"])
    }

    @Test func aSearchReadsEachRowOnceAndItsItemsByTheirNumbers() throws {
        let library = LibraryStub(
            items: (0..<50_000).map {
                Samples.photo($0 % 10_000 == 7 ? "rare.jpg" : "\($0).jpg", at: Int64(-$0))
            })
        let view = try complete(
            FeedView(try #require(FeedSelection(query: "q=rare")), of: [library]), by: 9_000)
        #expect(library.itemsRead == 50_000)
        #expect(view.items(at: 0..<5)?.count == 5)
        #expect(library.itemsRead == 50_000)
    }

    @Test func itemsThatAreNoLongerThoseOfTheIndexAreNotServed() throws {
        let library = LibraryStub(items: (0..<9).map { Samples.photo("\($0).jpg", at: Int64(-$0)) })
        let selection = try #require(FeedSelection(query: "q=jpg"))
        for change in [
            { library.items.removeLast() },
            { library.items[3] = Samples.photo("renamed.png", at: -3) },
            { library.items[3] = Samples.photo("3.jpg", at: -30) },
        ] {
            let items = library.items
            let view = try complete(FeedView(selection, of: [library]), by: 100)
            #expect(view.items(at: 0..<9) != nil)
            change()
            #expect(view.items(at: 0..<9) == nil)
            library.items = items
        }
    }
}
