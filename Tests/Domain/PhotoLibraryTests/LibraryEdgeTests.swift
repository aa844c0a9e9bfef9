import Foundation
import PhotoFeed
import Scheduling
import SchedulingTestKit
import Testing

@testable import PhotoLibrary

/// The behaviour exactly at a limit.
@Suite struct LibraryEdgeTests {
    private let fixture: LibraryFixture
    private let scheduler = VirtualScheduler()

    init() throws { fixture = try LibraryFixture() }

    @Test func aWindowThatGoesOnAtTheMomentOfItsEndHasNothingOfThatMoment() throws {
        try scheduler.enter {
            let library = try fixture.open()
            try library.beginListing(of: "")
            let nodes = (1...3).map { atOneMoment($0) }
            _ = try library.apply(page(nodes.map { .media($0) }))
            let first = try library.window(FeedQuery(limit: 1))
            let position = try #require(first.next)
            let moment = nodes[0].clientModified
            #expect(position.date == moment)
            let rest = FeedQuery(limit: 9, until: moment, after: position)
            #expect(try library.window(rest).items.isEmpty)
            #expect(try library.window(FeedQuery(limit: 9, after: position)).items.count == 2)
        }
    }

    @Test func aNodeWithoutAHashDoesNotGetTheOneOfTheNodeBefore() throws {
        try scheduler.enter {
            let library = try fixture.open()
            try library.beginListing(of: "")
            _ = try library.apply(page([.media(photo(1)), .media(atOneMoment(2))]))
            let hashes = try library.everything().map(\.node.contentHash)
            #expect(hashes == [nil, photo(1).contentHash])
        }
    }

    private func atOneMoment(_ number: Int) -> MediaNode {
        let moment = FeedTime(secondsSinceEpoch: 2_000_000)
        return MediaNode(
            id: NodeID(rawValue: "id:\(number)"), name: "\(number).jpg",
            pathKey: "/\(number).jpg",
            revision: "000000001", size: 1, contentHash: nil, clientModified: moment,
            serverModified: moment)
    }
}
