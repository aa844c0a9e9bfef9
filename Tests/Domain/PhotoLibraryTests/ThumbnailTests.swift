import Foundation
import PhotoFeed
import SQLitePersistence
import Testing

@testable import PhotoLibrary

@Suite("Thumbnails of the library")
@MainActor
struct ThumbnailTests {
    private let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    @Test func thumbnailsOfPhotosThatHaveGoneAreNotCounted() throws {
        let library = try fixture.open()
        try library.fill(0..<5)
        try library.storeWanted()
        #expect(try library.statistics().thumbnails == 5)
        _ = try library.apply(
            page([.deleted(pathKey: "/photos/1.jpg"), .media(photo(2, revision: 2))], "next"))
        #expect(try library.pendingThumbnails(after: nil, limit: 9).map(\.id.rawValue) == ["id:2"])
        try library.collectGarbage()
        #expect(try library.statistics().thumbnails == 3)
        try library.verify()
    }

    @Test func aMoveKeepsTheThumbnail() throws {
        let library = try fixture.open()
        try library.fill(0..<1)
        try library.storeWanted()
        _ = try library.apply(page([.deleted(pathKey: "/photos")], "a", more: true))
        let changeSummary = try library.apply(page([.media(photo(0, at: "/elsewhere/0.jpg"))], "b"))
        #expect(changeSummary.changed == 1)
        try library.collectGarbage()
        #expect(try library.pendingThumbnails(after: nil, limit: 9).isEmpty)
        try library.verifyPictures()
    }

    @Test func aThumbnailOfAFormerRevisionIsDropped() throws {
        let library = try fixture.open()
        try library.fill(0..<1)
        let old = try library.pendingThumbnails(after: nil, limit: 9)
        _ = try library.apply(page([.media(photo(0, revision: 2))], "next"))
        try library.store(
            old.map { ThumbnailResult(pending: $0, result: .picture([1], .notRequested)) })
        #expect(try library.pendingThumbnails(after: nil, limit: 9).count == 1)
        #expect(try library.statistics().thumbnails == 0)
        try library.verify()
    }

    @Test func attemptsOfADamagedLibraryDoNotExceedTheirLimit() throws {
        let library = try fixture.open()
        try library.fill(0..<2)
        try library.tables.connection.execute("UPDATE node SET attempts = 9223372036854775807")
        let pending = try library.pendingThumbnails(after: nil, limit: 9)
        let failure = ThumbnailFailure(reason: "why", isPermanent: false)
        try library.store([
            ThumbnailResult(pending: pending[0], result: .picture([1], .pending)),
            ThumbnailResult(pending: pending[1], result: .failure(failure)),
        ])
        let limited = try library.tables.connection.statement(
            "SELECT count(*) FROM node WHERE attempts = 1048577")
        #expect(try limited.first { $0.integer(0) } == 2)
    }

    @Test func failuresAreKeptAndOnlyThoseForNowAreTriedAgain() throws {
        let library = try fixture.open()
        try library.fill(0..<2)
        let pending = try library.pendingThumbnails(after: nil, limit: 9)
        try library.store(
            zip(pending, [true, false]).map { pending, isPermanent in
                let failure = ThumbnailFailure(reason: "why", isPermanent: isPermanent)
                return ThumbnailResult(pending: pending, result: .failure(failure))
            })
        #expect(try library.pendingThumbnails(after: nil, limit: 9).map(\.id) == [pending[1].id])
        #expect(try library.statistics().failedThumbnails == 2)
        #expect(
            try library.everything().map(\.thumbnail) == [
                .failed(ThumbnailFailure(reason: "why", isPermanent: true)),
                .failed(ThumbnailFailure(reason: "why", isPermanent: false)),
            ])
    }

    @Test func theNumbersOfThumbnailsHaveTheNumberOfPhotosAsTheirSum() throws {
        let library = try fixture.open()
        try library.fill(0..<6)
        _ = try library.apply(page([.media(photo(6, at: "/film.mp4"))], "next"))
        let pending = try library.pendingThumbnails(after: nil, limit: 9)
        let failures = [
            ThumbnailFailure(reason: "why", isPermanent: true),
            ThumbnailFailure(reason: "why", isPermanent: false), .unsupportedFormat,
        ]
        let results = [ThumbnailResult(pending: pending[0], result: .picture([1], .notRequested))]
        try library.store(
            results
                + zip(pending.dropFirst(), failures).map {
                    ThumbnailResult(pending: $0, result: .failure($1))
                })
        let statistics = try library.statistics()
        #expect((statistics.nodes, statistics.thumbnails) == (7, 1))
        #expect((statistics.failedThumbnails, statistics.unsupportedThumbnails) == (2, 2))
        #expect((statistics.wantedThumbnails, statistics.lostThumbnails) == (3, 1))
        #expect(statistics.otherSizeThumbnails == 0)
    }

    @Test func aNewNameIsANewChanceOfAThumbnail() throws {
        let library = try fixture.open()
        let (video, photo) = (photo(1, at: "/v.mp4"), photo(2, at: "/x.heic"))
        try library.beginListing(of: "")
        _ = try library.apply(page([.media(video), .media(photo)], "a"))
        let pending = try library.pendingThumbnails(after: nil, limit: 9)
        #expect(pending.map(\.id) == [photo.id])
        let failure = ThumbnailFailure(reason: "unsupported_extension", isPermanent: true)
        try library.store([ThumbnailResult(pending: pending[0], result: .failure(failure))])
        #expect(try library.pendingThumbnails(after: nil, limit: 9).isEmpty)
        let changes = [moved(video, to: "/v.jpg"), moved(photo, to: "/x.jpg")]
        _ = try library.apply(page(changes.map { .media($0) }, "b"))
        #expect(try library.pendingThumbnails(after: nil, limit: 9).count == 2)
    }

    @Test func aPhotoOnWhichTheServerKeepsFailingIsAskedForLessAndLess() throws {
        var now: Int64 = 1_700_000_000
        let library = try fixture.open { now }
        try library.fill(0..<1)
        var pauses: [Int64] = []
        for _ in 0..<9 {
            let failed = now
            while try library.pendingThumbnails(after: nil, limit: 9).isEmpty { now += 60 }
            pauses.append((now - failed) / 60)
            #expect(try library.statistics().pendingThumbnails == 1)
            let pending = try library.pendingThumbnails(after: nil, limit: 9)
            let failure = ThumbnailFailure(reason: "why", isPermanent: false)
            try library.store(
                pending.map { ThumbnailResult(pending: $0, result: .failure(failure)) })
        }
        #expect(pauses == [0, 0, 15, 60, 240, 960, 3_840, 10_080, 10_080])
        #expect(try library.statistics().pendingThumbnails == 0)
        _ = try library.apply(page([.media(photo(0, revision: 2))], "changed"))
        #expect(try library.pendingThumbnails(after: nil, limit: 9).count == 1)
    }

    @Test func theStatisticsHaveTheTimeOfTheNextAttempt() throws {
        var now: Int64 = 1_700_000_000
        let library = try fixture.open { now }
        try library.fill(0..<2)
        #expect(try library.statistics().nextAttempt == nil)
        // The newest photo fails twice; the next run may try it again after the first time.
        let failure = ThumbnailFailure(reason: "why", isPermanent: false)
        for _ in 0..<2 {
            #expect(try library.statistics().nextAttempt == nil)
            let pending = try library.pendingThumbnails(after: nil, limit: 1)
            try library.store(
                pending.map { ThumbnailResult(pending: $0, result: .failure(failure)) })
        }
        let next = FeedTime(secondsSinceEpoch: now + 900)
        #expect(try library.statistics().nextAttempt == next)
        #expect(try library.statistics().pendingThumbnails == 1)
        now += 900
        #expect(try library.statistics().nextAttempt == nil)
        #expect(try library.statistics().pendingThumbnails == 2)
    }

    @Test func aClockThatWasWrongForAWhileHoldsNothingBack() throws {
        var now: Int64 = 4_000_000_000
        let library = try fixture.open { now }
        try library.fill(0..<1)
        for _ in 0..<3 {
            let pending = try library.pendingThumbnails(after: nil, limit: 9)
            let failure = ThumbnailFailure(reason: "why", isPermanent: false)
            try library.store(
                pending.map { ThumbnailResult(pending: $0, result: .failure(failure)) })
            now += 900
        }
        now = 1_700_000_000
        #expect(try library.pendingThumbnails(after: nil, limit: 9).count == 1)
    }
}
