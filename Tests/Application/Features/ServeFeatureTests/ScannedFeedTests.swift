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

    @Test func aChunkOfManyItemsOfOneDateReadsNoOthers() throws {
        var dates = (0..<700).map { Int64(1_000 - $0) }
        dates += [Int64](repeating: 0, count: 66_000)
        dates += (1...700).map { Int64(-$0) }
        let library = LibraryStub(
            items: dates.enumerated().map { Samples.photo("\($0.offset).jpg", at: $0.element) })
        let view = try complete(FeedView(FeedSelection(), of: [library]), by: 100_000)
        #expect(view.index.count == 67_400 && view.index.count > ScannedFeed.keptItems)
        let read = library.itemsRead
        for start in [1_024, 40_000, 66_000] {
            let items = try #require(view.items(at: start..<start + 512))
            #expect(items.map(\.item) == Array(library.items[start..<start + 512]))
        }
        #expect(library.itemsRead == read)
        for start in [0, 300, 66_500, 66_888] {
            let items = try #require(view.items(at: start..<start + 512))
            #expect(items.map(\.item) == Array(library.items[start..<start + 512]))
        }
        #expect(library.itemsRead < read + 10_000)
        library.items[40_100] = Samples.photo("40100.jpg", at: 7)
        #expect(view.items(at: 40_000..<40_512) == nil)
    }

    @Test(arguments: ["", "account=1", "q=1-"])
    func copiesAmongManyItemsOfOneDateAreFoundAsInTheFeed(_ query: String) throws {
        let libraries = (0..<2).map { library in
            Samples.library(
                (0..<700).map { (number: Int) in
                    let isFirst = library == 0
                    return Samples.photo(
                        "\(library)-\(number).jpg", at: 7,
                        content: isFirst ? number + 1 : (number + 350) % 700 + 1)
                })
        }
        let selection = try #require(FeedSelection(query: query))
        let merged = try complete(FeedView(selection, of: libraries, isScanned: false), by: 512)
        let scanned = try complete(FeedView(selection, of: libraries), by: 100)
        #expect(scanned.index == merged.index && merged.index.count > 0)
        let positions = 0..<merged.index.count
        #expect(scanned.items(at: positions) == merged.items(at: positions))
    }

    @Test func theSameItemsOfOneDateInTwoLibrariesAreShownOnce() throws {
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
