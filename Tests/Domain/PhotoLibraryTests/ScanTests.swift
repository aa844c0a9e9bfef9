import PhotoFeed
import Testing

@testable import PhotoLibrary

/// The facts of a library's items in the order of its rows.
@Suite @MainActor struct ScanTests {
    private let fixture: LibraryFixture
    private let library: SQLiteFeedWriter

    init() throws {
        fixture = try LibraryFixture()
        library = try fixture.open()
        try library.beginListing(of: "")
    }

    private func node(_ number: Int, _ path: String, _ info: MediaInfo? = nil) -> NodeChange {
        .media(
            MediaNode(
                id: NodeID(rawValue: "id:\(number)"),
                name: String(path.split(separator: "/").last ?? ""),
                pathKey: path.lowercased(), pathDisplay: path, revision: "1", size: Int64(number),
                clientModified: FeedTime(secondsSinceEpoch: 1_000_000 - Int64(number * 7 % 5)),
                serverModified: FeedTime(secondsSinceEpoch: 5), mediaInfo: info))
    }

    private struct Facts: Equatable {
        let id: NodeID
        let path: String
        let date: FeedTime
        let time: CameraTime
        let taken: CameraTime?
        let kind: MediaInfo.Kind
        let location: MediaInfo.Location?
        let identifier: UInt64
    }

    private func scanned(by limit: Int) throws -> [(number: Int64, facts: Facts)] {
        var found: [(number: Int64, facts: Facts)] = []
        var next: Int64? = 0
        while let number = next {
            var count = 0
            next = try library.scan(after: number, limit: limit) { item in
                count += 1
                found.append(
                    (
                        item.number,
                        Facts(
                            id: item.nodeID,
                            path: item.folderPath + String(decoding: item.name, as: UTF8.self),
                            date: item.date, time: item.displayTime, taken: item.timeTaken,
                            kind: item.kind,
                            location: item.location, identifier: item.identifier)
                    ))
            }
            #expect(count <= limit)
        }
        return found
    }

    @Test(arguments: [1, 2, 3, 100])
    func theFactsAreThoseOfTheFeed(limit: Int) throws {
        let taken = try #require(CameraTime("2001-02-03T04:05:06"))
        let place = MediaInfo.Location(latitude: 48.5, longitude: -2.25)
        _ = try library.apply(
            page(
                [
                    node(1, "/Trip/Été.JPG"), node(2, "/Trip/clip.MP4"), node(3, "/a.jpg"),
                    node(
                        4, "/Trip/Deep/b.jpg",
                        MediaInfo(kind: .photo, location: place, timeTaken: taken)),
                    node(5, "/odd.jpg", MediaInfo(kind: .video)), node(6, "/gone.jpg"),
                    .deleted(pathKey: "/gone.jpg"),
                ], "end"))
        let photo = try #require(try library.item(NodeID(rawValue: "id:3"))).node
        let info = MediaInfo(kind: .photo, contentIdentifier: "A-1", isOfOriginal: true)
        try library.store([OriginalFacts(version: OriginalVersion(photo), info: info)])
        let feed = try library.window(FeedQuery(limit: 100)).items
        let scanned = try scanned(by: limit)
        #expect(feed.count == 5 && scanned.count == 5)
        #expect(scanned.map(\.number) == scanned.map(\.number).sorted())
        // The feed is in the order of the dates and the numbers.
        let ordered = scanned.sorted { ($1.facts.date, $1.number) < ($0.facts.date, $0.number) }
        #expect(
            ordered.map(\.facts)
                == feed.map {
                    Facts(
                        id: $0.node.id, path: $0.displayPath, date: $0.node.date,
                        time: $0.node.displayTime, taken: $0.node.mediaInfo?.timeTaken,
                        kind: $0.node.kind, location: $0.node.mediaInfo?.location,
                        identifier: ScannedItem.key(
                            ofIdentifier: ($0.node.mediaInfo?.contentIdentifier ?? "").utf8))
                })
        #expect(scanned.count { $0.facts.identifier != 0 } == 1)
        #expect(try library.items(numbered: ordered.map(\.number)) == feed)
        #expect(try library.items(numbered: [ordered[0].number, 999]) == [feed[0]])
    }

    @Test func anEmptyLibraryHasNone() throws {
        #expect(try scanned(by: 10).isEmpty)
    }
}
