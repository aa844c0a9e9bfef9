import Foundation
import PhotoFeed
import SQLitePersistence
import Testing

@testable import PhotoLibrary

@Suite("Dates and places from cameras")
@MainActor
struct CameraDateTests {
    private let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    @Test func aThumbnailWithoutWhatTheCameraSaidIsWantedWithItOnceMore() throws {
        let library = try fixture.open()
        try library.fill(0..<3)
        try library.storeWanted()
        #expect(try library.pendingThumbnails(after: nil, limit: 9).isEmpty)
        #expect(try library.statistics(withMediaInfo: true).pendingThumbnails == 3)
        let pending = try library.pendingThumbnails(after: nil, limit: 9, withMediaInfo: true)
        #expect(pending.count == 3)
        let failure = ThumbnailFailure(reason: "why", isPermanent: true)
        try library.store([
            ThumbnailResult(
                pending: pending[0], result: .picture([1], .known(MediaInfo(kind: .photo)))),
            ThumbnailResult(pending: pending[1], result: .failure(failure)),
        ])
        let left = try library.pendingThumbnails(after: nil, limit: 9, withMediaInfo: true)
        #expect(left.map(\.id) == pending.dropFirst().map(\.id))
        #expect(try library.statistics(withMediaInfo: true).pendingThumbnails == 2)
        #expect(try library.statistics().thumbnails == 3)
        try library.collectGarbage()
        try library.verify()
    }

    @Test func aPictureOfWhichTheServerKnowsNothingIsAskedForOnce() throws {
        let library = try fixture.open()
        try library.fill(0..<2)
        func store(_ pending: [PendingThumbnail]) throws {
            try library.store(
                pending.map { ThumbnailResult(pending: $0, result: .picture([1], .nothing)) })
        }
        try store(library.pendingThumbnails(after: nil, limit: 9, withMediaInfo: true))
        #expect(try library.pendingThumbnails(after: nil, limit: 9, withMediaInfo: true).isEmpty)
        #expect(try library.statistics(withMediaInfo: true).pendingThumbnails == 0)
        #expect(try library.everything().allSatisfy { $0.node.mediaInfo == nil })
        _ = try library.apply(page([.media(photo(0, revision: 2))], "next"))
        let pending = try library.pendingThumbnails(after: nil, limit: 9, withMediaInfo: true)
        #expect(pending.map(\.id) == [photo(0).id])
    }

    @Test func aPictureThatTheServerHasNotLookedIntoYetIsAskedForAgainLater() throws {
        var now: Int64 = 1_700_000_000
        let library = try fixture.open { now }
        try library.fill(0..<1)
        func ask(_ answer: MediaInfoState) throws -> Int {
            let pending = try library.pendingThumbnails(after: nil, limit: 9, withMediaInfo: true)
            try library.store(
                pending.map { ThumbnailResult(pending: $0, result: .picture([1], answer)) })
            return pending.count
        }
        #expect(try ask(.pending) == 1)
        #expect(try ask(.pending) == 1)
        #expect(try ask(.pending) == 0)
        now += 900
        #expect(try ask(.known(MediaInfo(kind: .photo))) == 1)
        #expect(try ask(.pending) == 0)
        #expect(try library.everything()[0].node.mediaInfo == MediaInfo(kind: .photo))
    }

    @Test func aFeedIsSortedByInstantsAndShowsWhatTheCameraShowed() throws {
        let library = try fixture.open()
        let file = FeedTime(secondsSinceEpoch: 1_700_000_000)
        func node(_ number: Int, at seconds: Int64) -> MediaNode {
            MediaNode(
                id: NodeID(rawValue: "id:\(number)"), name: "\(number).jpg",
                pathKey: "/\(number).jpg", revision: "1", size: 0,
                clientModified: FeedTime(secondsSinceEpoch: file.secondsSinceEpoch + seconds),
                serverModified: file)
        }
        try library.beginListing(of: "")
        let changes = (0..<3).map { NodeChange.media(node($0, at: Int64($0) * 60)) }
        _ = try library.apply(page(changes))
        // The camera of the first photo stands in Seoul: its clock is nine hours ahead.
        let pending = try library.pendingThumbnails(after: nil, limit: 9)
        let seoul = CameraTime(wallSeconds: file.secondsSinceEpoch + 9 * 3_600)
        try library.store([
            ThumbnailResult(
                pending: pending[2],
                result: .picture([1], .known(MediaInfo(kind: .photo, timeTaken: seoul))))
        ])
        let items = try library.everything()
        #expect(items.map(\.node.name) == ["2.jpg", "1.jpg", "0.jpg"])
        #expect(items[2].node.date == file)
        #expect(items[2].node.displayTime == seoul)
        #expect(items[1].node.displayTime == CameraTime(utc: items[1].node.clientModified))
        // A rename keeps both.
        _ = try library.apply(page([.media(moved(node(0, at: 0), to: "/renamed.jpg"))], "next"))
        #expect(try library.everything()[2].node.date == file)
    }

    @Test func whatAListingSaysOfACameraDatesAPictureToo() throws {
        func info(_ wallSeconds: Int64) -> MediaInfo {
            MediaInfo(kind: .photo, timeTaken: CameraTime(wallSeconds: wallSeconds))
        }
        let library = try fixture.open()
        try library.beginListing(of: "")
        _ = try library.apply(
            page([
                .media(photo(0)), .media(photo(1, mediaInfo: info(5_000))),
                .media(photo(2, mediaInfo: info(9_000_000))),
            ]))
        try library.storeWanted()
        let items = try library.everything()
        #expect(items.map(\.node.id.rawValue) == ["id:2", "id:0", "id:1"])
        #expect(items.map(\.node.displayTime.wallSeconds) == [9_000_000, 1_000_000, 5_000])
        #expect(items.map(\.node.date) == items.map(\.node.date).sorted(by: >))
        // Known as it is, it is not asked for again; what another content's listing does not say
        // is.
        func pending() throws -> [String] {
            try library.pendingThumbnails(after: nil, limit: 9, withMediaInfo: true)
                .map(\.id.rawValue)
        }
        #expect(try pending() == ["id:0"])
        _ = try library.apply(page([.media(photo(2, revision: 2))], "next"))
        #expect(try library.everything().map(\.node.id.rawValue) == ["id:2", "id:0", "id:1"])
        #expect(try pending() == ["id:2", "id:0"])
    }

    @Test func aTimeThatTheServerNoLongerReadsDatesNothing() throws {
        let library = try fixture.open()
        try library.fill(0..<2)
        let pending = try library.pendingThumbnails(after: nil, limit: 9)
        let taken = MediaInfo(kind: .photo, timeTaken: CameraTime(wallSeconds: 5_000))
        for answer in [MediaInfoState.known(taken), .known(MediaInfo(kind: .photo)), .nothing] {
            try library.store([
                ThumbnailResult(pending: pending[0], result: .picture([1], .known(taken)))
            ])
            #expect(try library.everything().map(\.node.id.rawValue) == ["id:0", "id:1"])
            try library.store([
                ThumbnailResult(pending: pending[0], result: .picture([1], answer))
            ])
            let items = try library.everything()
            #expect(items.map(\.node.date) == items.map(\.node.date).sorted(by: >), "\(answer)")
        }
    }

    @Test func whatACameraSaysDatesAPictureForGood() throws {
        let library = try fixture.open()
        try library.fill(0..<2)
        let taken = CameraTime(wallSeconds: 5_000_000)
        let info = MediaInfo(
            kind: .photo, dimensions: .init(width: 4, height: 3),
            location: .init(latitude: 1.5, longitude: -2), timeTaken: taken)
        let pending = try library.pendingThumbnails(after: nil, limit: 9)
        try library.store([
            ThumbnailResult(pending: pending[1], result: .picture([1], .known(info)))
        ])
        #expect(try library.everything()[0].node.mediaInfo == info)
        _ = try library.apply(page([.media(photo(0, at: "/photos/renamed.jpg"))], "next"))
        let first = try library.everything()[0]
        #expect(first.node.mediaInfo == info)
        #expect(first.node.pathKey == "/photos/renamed.jpg")
    }

    @Test func whatACameraSaidOfAFormerPictureIsForgotten() throws {
        let library = try fixture.open()
        try library.fill(0..<1)
        let info = MediaInfo(
            kind: .photo, dimensions: .init(width: 4, height: 3), location: nil,
            timeTaken: CameraTime(wallSeconds: 5_000_000))
        let pending = try library.pendingThumbnails(after: nil, limit: 9)
        try library.store([
            ThumbnailResult(pending: pending[0], result: .picture([1], .known(info)))
        ]
        )
        let replaced = photo(0, revision: 2)
        _ = try library.apply(page([.media(replaced)], "b"))
        let renamed = photo(0, at: "/photos/renamed.jpg", revision: 2)
        _ = try library.apply(page([.media(renamed)], "c"))
        let item = try library.everything()[0]
        #expect(item.node.mediaInfo == nil)
        #expect(item.node.date == replaced.clientModified)
    }
}
