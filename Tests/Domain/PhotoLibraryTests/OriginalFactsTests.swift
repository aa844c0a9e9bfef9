import Foundation
import Persistence
import PhotoFeed
import SQLitePersistence
import Testing

@testable import PhotoLibrary

@Suite("Facts of originals")
@MainActor
struct OriginalFactsTests {
    private let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    private let camera = MediaInfo.Camera(make: "Apple", model: "iPhone 15 Pro")
    private let place = MediaInfo.Location(latitude: -33.5, longitude: 151.25)
    private let taken = CameraTime("2024-06-01T12:30:45")

    private var info: MediaInfo {
        MediaInfo(
            kind: .photo, dimensions: MediaInfo.Dimensions(width: 30, height: 40), location: place,
            timeTaken: taken, zoneOffset: 9 * 3_600, camera: camera, contentIdentifier: "A-1",
            motionLength: 99, isOfOriginal: true)
    }

    private func facts(
        _ number: Int, revision: Int = 1, _ info: MediaInfo, recorded: Int64? = nil
    ) -> OriginalFacts {
        OriginalFacts(
            version: OriginalVersion(photo(number, revision: revision)), info: info,
            recorded: recorded.map(FeedTime.init(secondsSinceEpoch:)))
    }

    private func node(_ number: Int, in library: SQLiteFeedReader) throws -> MediaNode {
        try #require(try library.item(photo(number).id)).node
    }

    @Test func theFactsOfAFileAreShownAndSorted() throws {
        let library = try fixture.open()
        try library.fill(0..<3)
        try library.store([facts(1, info)])
        let node = try node(1, in: library)
        #expect(node.mediaInfo == info)
        #expect(node.date == FeedTime("2024-06-01T03:30:45Z"))
        #expect(node.displayTime == taken)
        #expect(try library.everything().first?.node.id == node.id)
        let reader = try SQLiteFeedReader(path: fixture.path + "/library")
        #expect(try self.node(1, in: reader).mediaInfo == info)
    }

    @Test func aFactPrecedesTheServersInAnyOrder() throws {
        let library = try fixture.open()
        try library.fill(0..<1)
        let told = MediaInfo(
            kind: .photo, dimensions: MediaInfo.Dimensions(width: 300, height: 400),
            location: MediaInfo.Location(latitude: 1, longitude: 2),
            timeTaken: CameraTime("1999-01-01T00:00:00"))
        func hear() throws {
            _ = try library.apply(page([.media(photo(0, mediaInfo: told))], UUID().uuidString))
        }
        try hear()
        try library.store([facts(0, info)])
        for _ in 0..<2 {
            let known = try #require(try node(0, in: library).mediaInfo)
            #expect(known.timeTaken == taken && known.location == place)
            #expect(known.zoneOffset == 9 * 3_600 && known.camera == camera)
            // Servers measure the size themselves.
            #expect(known.dimensions == told.dimensions)
            #expect(try node(0, in: library).date == FeedTime("2024-06-01T03:30:45Z"))
            try hear()
        }
    }

    @Test func whatTheFileDoesNotStateIsTheServers() throws {
        let library = try fixture.open()
        let told = MediaInfo(kind: .photo, location: place, timeTaken: taken)
        _ = try library.apply(page([.media(photo(0, mediaInfo: told))]))
        try library.store([facts(0, MediaInfo(kind: .photo, camera: camera, isOfOriginal: true))])
        let known = try node(0, in: library).mediaInfo
        #expect(known?.timeTaken == taken && known?.location == place)
        #expect(known?.camera == camera && known?.isOfOriginal == true)
    }

    /// The library shows what `OriginalFacts.joined(with:)` states.
    @Test func theColumnsFollowTheRule() throws {
        let library = try fixture.open()
        let empty = MediaInfo(kind: .photo, isOfOriginal: true)
        let told: [MediaInfo?] = [
            nil, MediaInfo(kind: .video),
            MediaInfo(kind: .video, timeTaken: CameraTime(wallSeconds: 77)),
            MediaInfo(
                kind: .video, dimensions: MediaInfo.Dimensions(width: 3, height: 4),
                location: MediaInfo.Location(latitude: 1, longitude: 2),
                timeTaken: CameraTime("1999-01-01T00:00:00"), durationMilliseconds: 5),
        ]
        let found = [empty, info].flatMap { info in [nil, 77].map { (info, $0 as Int64?) } }
        var number = 0
        for told in told {
            for (info, recorded) in found {
                number += 1
                let node = photo(number, mediaInfo: told)
                _ = try library.apply(page([.media(node)], "\(number)"))
                let facts = facts(number, info, recorded: recorded)
                try library.store([facts])
                #expect(try self.node(number, in: library).mediaInfo == facts.joined(with: told))
            }
        }
    }

    @Test func theTimeOfARecordingCountsOnlyWithoutAClock() throws {
        let library = try fixture.open()
        try library.fill(0..<2)
        let video = MediaInfo(kind: .video, isOfOriginal: true)
        try library.store([facts(0, video, recorded: 1_000_000), facts(1, info, recorded: 5)])
        #expect(try node(0, in: library).mediaInfo?.timeTaken?.wallSeconds == 1_000_000)
        #expect(try node(0, in: library).mediaInfo?.zone == "+00:00")
        #expect(try node(0, in: library).date == FeedTime(secondsSinceEpoch: 1_000_000))
        #expect(try node(1, in: library).mediaInfo?.timeTaken == taken)
    }

    @Test func theBeginningOfAFileDoesNotReplaceTheWhole() throws {
        let library = try fixture.open()
        try library.fill(0..<1)
        let partial = MediaInfo(kind: .photo, timeTaken: CameraTime(wallSeconds: 5))
        try library.store([facts(0, partial)])
        #expect(try node(0, in: library).mediaInfo == partial)
        for info in [info, partial] {
            try library.store([facts(0, info)])
            #expect(try node(0, in: library).mediaInfo == self.info)
        }
    }

    @Test func factsOfAnotherContentAreDropped() throws {
        let library = try fixture.open()
        try library.fill(0..<1)
        try library.store([facts(0, revision: 2, info), facts(7, info)])
        #expect(try node(0, in: library).mediaInfo == nil)
    }

    @Test func aChangedFileLosesItsFactsAndAMovedOneKeepsThem() throws {
        let library = try fixture.open()
        try library.fill(0..<2)
        try library.store([facts(0, info), facts(1, info)])
        let date = try node(0, in: library).date
        _ = try library.apply(
            page([.media(moved(photo(0), to: "/b/0.jpg")), .media(photo(1, revision: 2))], "next"))
        #expect(try node(0, in: library).mediaInfo == info)
        #expect(try node(0, in: library).date == date)
        #expect(try node(1, in: library).mediaInfo == nil)
        #expect(try node(1, in: library).date == photo(1).clientModified)
    }

    @Test func aServerThatKnowsNothingChangesNothing() throws {
        let library = try fixture.open()
        try library.fill(0..<1)
        try library.store([facts(0, info)])
        let pending = try library.pendingThumbnails(after: nil, limit: 9)
        try library.store(
            pending.map { ThumbnailResult(pending: $0, result: .picture([1], .nothing)) })
        #expect(try node(0, in: library).mediaInfo == info)
    }

    @Test func storedFactsDoNotMarkTheLibraryAsOpen() throws {
        do {
            let library = try fixture.open()
            try library.fill(0..<1)
            try library.collectGarbage()
        }
        let library = try fixture.open()
        let closed = try library.tables.read { _ in try library.tables.feed.row().closingSession }
        try library.store([facts(0, info)])
        #expect(closed != nil)
        #expect(
            try library.tables.read { _ in try library.tables.feed.row().closingSession } == closed)
    }
}
