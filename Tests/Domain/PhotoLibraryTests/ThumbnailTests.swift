import Foundation
import PhotoFeed
import Testing

@testable import PhotoLibrary

@Suite("Thumbnails of the library")
@MainActor
struct ThumbnailTests {
    private let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    @Test func thumbnailsAreFilesAndNoneIsLeftOver() throws {
        let library = try fixture.open()
        try library.fill(0..<5)
        try library.storeWanted()
        #expect(fixture.thumbnails.count == 5)
        _ = try library.apply(
            page([.deleted(pathLower: "/photos/1.jpg"), .media(photo(2, revision: 2))], "next"))
        #expect(try library.wantedThumbnails(after: nil, limit: 9).map(\.id.rawValue) == ["id:2"])
        try library.tidyUp()
        #expect(fixture.thumbnails.count == 3)
        try library.verify()
    }

    @Test func aMoveKeepsTheThumbnail() throws {
        let library = try fixture.open()
        try library.fill(0..<1)
        try library.storeWanted()
        _ = try library.apply(page([.deleted(pathLower: "/photos")], "a", more: true))
        let effect = try library.apply(page([.media(photo(0, at: "/elsewhere/0.jpg"))], "b"))
        #expect(effect.changed == 1)
        try library.tidyUp()
        #expect(try library.wantedThumbnails(after: nil, limit: 9).isEmpty)
        #expect(fixture.thumbnails.count == 1)
    }

    @Test func aThumbnailOfAFormerRevisionIsDropped() throws {
        let library = try fixture.open()
        try library.fill(0..<1)
        let old = try library.wantedThumbnails(after: nil, limit: 9)
        _ = try library.apply(page([.media(photo(0, revision: 2))], "next"))
        try library.store(
            old.map { ThumbnailOutcome(wanted: $0, result: .picture([1], .notAsked)) })
        #expect(try library.wantedThumbnails(after: nil, limit: 9).count == 1)
        #expect(fixture.thumbnails.isEmpty)
    }

    @Test func failuresAreKeptAndOnlyThoseForNowAreTriedAgain() throws {
        let library = try fixture.open()
        try library.fill(0..<2)
        let wanted = try library.wantedThumbnails(after: nil, limit: 9)
        try library.store(
            zip(wanted, [true, false]).map { wanted, isPermanent in
                let failure = ThumbnailFailure(reason: "why", isPermanent: isPermanent)
                return ThumbnailOutcome(wanted: wanted, result: .failure(failure))
            })
        #expect(try library.wantedThumbnails(after: nil, limit: 9).map(\.id) == [wanted[1].id])
        #expect(try library.census().failedThumbnails == 2)
        #expect(
            try library.everything().map(\.thumbnail) == [
                .failed(ThumbnailFailure(reason: "why", isPermanent: true)),
                .failed(ThumbnailFailure(reason: "why", isPermanent: false)),
            ])
    }

    @Test func aNewNameIsANewChanceOfAThumbnail() throws {
        let library = try fixture.open()
        let (video, photo) = (photo(1, at: "/v.mp4"), photo(2, at: "/x.heic"))
        try library.beginListing(of: "")
        _ = try library.apply(page([.media(video), .media(photo)], "a"))
        let wanted = try library.wantedThumbnails(after: nil, limit: 9)
        #expect(wanted.map(\.id) == [photo.id])
        let failure = ThumbnailFailure(reason: "unsupported_extension", isPermanent: true)
        try library.store([ThumbnailOutcome(wanted: wanted[0], result: .failure(failure))])
        #expect(try library.wantedThumbnails(after: nil, limit: 9).isEmpty)
        let changes = [moved(video, to: "/v.jpg"), moved(photo, to: "/x.jpg")]
        _ = try library.apply(page(changes.map { .media($0) }, "b"))
        #expect(try library.wantedThumbnails(after: nil, limit: 9).count == 2)
    }

    @Test func aPhotoOnWhichTheServerKeepsFailingIsAskedForLessAndLess() throws {
        var now: Int64 = 1_700_000_000
        let library = try fixture.open { now }
        try library.fill(0..<1)
        var waits: [Int64] = []
        for _ in 0..<9 {
            let failed = now
            while try library.wantedThumbnails(after: nil, limit: 9).isEmpty { now += 60 }
            waits.append((now - failed) / 60)
            #expect(try library.census().wantedThumbnails == 1)
            let wanted = try library.wantedThumbnails(after: nil, limit: 9)
            let failure = ThumbnailFailure(reason: "why", isPermanent: false)
            try library.store(
                wanted.map { ThumbnailOutcome(wanted: $0, result: .failure(failure)) })
        }
        #expect(waits == [0, 0, 15, 60, 240, 960, 3_840, 10_080, 10_080])
        #expect(try library.census().wantedThumbnails == 0)
        _ = try library.apply(page([.media(photo(0, revision: 2))], "changed"))
        #expect(try library.wantedThumbnails(after: nil, limit: 9).count == 1)
    }

    @Test func aClockThatWasWrongForAWhileHoldsNothingBack() throws {
        var now: Int64 = 4_000_000_000
        let library = try fixture.open { now }
        try library.fill(0..<1)
        for _ in 0..<3 {
            let wanted = try library.wantedThumbnails(after: nil, limit: 9)
            let failure = ThumbnailFailure(reason: "why", isPermanent: false)
            try library.store(
                wanted.map { ThumbnailOutcome(wanted: $0, result: .failure(failure)) })
            now += 900
        }
        now = 1_700_000_000
        #expect(try library.wantedThumbnails(after: nil, limit: 9).count == 1)
    }
}
