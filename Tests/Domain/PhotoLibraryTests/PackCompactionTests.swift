import Foundation
import PhotoFeed
import Testing

@testable import PhotoLibrary

@Suite("The compaction of packs")
@MainActor
struct PackCompactionTests {
    private let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    /// A library with photos 0 to `count` in one pack, of which those below `limit` remain.
    private func library(of count: Int, keeping limit: Int) throws -> SQLiteFeedWriter {
        let library = try fixture.open()
        try library.fill(0..<count)
        try library.storeWanted(limit: count)
        _ = try library.apply(
            page((limit..<count).map { .deleted(pathKey: photo($0).pathKey) }, "next"))
        return library
    }

    private func lengths(_ library: SQLiteFeedWriter) throws -> [Int64: Int64] {
        let packs = try library.tables.read { _ in try library.store.packs.packs() }
        return Dictionary(uniqueKeysWithValues: packs.map { ($0.number, $0.length) })
    }

    @Test func aPackOfWhichMostIsUnusedIsReplaced() throws {
        let library = try library(of: 60, keeping: 20)
        let before = try #require(try lengths(library)[1])
        try library.collectGarbage()
        #expect(try fixture.thumbnails == ["2.pack"])
        #expect(try #require(try lengths(library)[2]) < before / 2)
        try library.verifyPictures()
    }

    @Test func aPackOfWhichHalfIsUsedStays() throws {
        let library = try library(of: 60, keeping: 31)
        try library.collectGarbage()
        #expect(try fixture.thumbnails == ["1.pack"])
    }

    @Test func aPackWithoutAnyPictureIsRemoved() throws {
        let library = try library(of: 3, keeping: 0)
        try library.collectGarbage()
        #expect(try fixture.thumbnails.isEmpty)
        _ = try library.apply(page([.media(photo(7))], "again"))
        try library.storeWanted()
        #expect(try fixture.thumbnails == ["2.pack"], "a number is used once")
        try library.verifyPictures()
    }

    @Test func allPacksWithoutAnyPictureAreRemovedInOneRun() throws {
        let library = try fixture.open(packLimit: 40)
        try library.fill(0..<60)
        for _ in 0..<60 { try library.storeWanted(limit: 1) }
        #expect(try fixture.thumbnails.count > 4)
        _ = try library.apply(
            page((0..<60).map { .deleted(pathKey: photo($0).pathKey) }, "next"))
        try library.collectGarbage()
        #expect(try fixture.thumbnails.isEmpty)
    }

    @Test func aPictureInANewSizeReleasesTheOldOne() throws {
        let library = try library(of: 4, keeping: 4)
        for size in [ThumbnailSize.large, .small] {
            try library.setThumbnailSize(size)
            let pending = try library.pendingThumbnails(after: nil, limit: 9)
            try library.store(
                pending.map {
                    ThumbnailResult(
                        pending: $0, result: .picture(picture(of: $0.id), .notRequested))
                }, size: size)
        }
        #expect(try lengths(library) == [1: 3 * 4 * 6])
        try library.collectGarbage()
        #expect(try lengths(library) == [2: 4 * 6])
        try library.verifyPictures()
    }

    @Test func damagedPicturesAreFetchedAgainInsteadOfCopied() throws {
        let library = try library(of: 60, keeping: 2)
        let pack = try FileHandle(forUpdating: URL(fileURLWithPath: fixture.thumbnail("1.pack")))
        let length = try pack.seekToEnd()
        try pack.seek(toOffset: length - 1)
        try pack.write(contentsOf: Data([0]))  // the last byte of the oldest photo's picture
        try library.collectGarbage()
        let pending = try library.pendingThumbnails(after: nil, limit: 9)
        #expect(pending.map(\.id) == [photo(0).id])
        try library.storeWanted()
        try library.verifyPictures()
    }

    /// More pictures than one step moves.
    @Test func aCompactionThatIsKilledAfterAnyStepLosesNothing() throws {
        let library = try library(of: 900, keeping: 420)
        var steps = 0
        try library.store.replace(1) {
            steps += 1
            try library.verifyPictures()
            let killed = try fixture.killed { folder in
                for name in try FileManager.default.contentsOfDirectory(
                    atPath: folder + "/thumbnails")
                {
                    let file = try FileHandle(
                        forWritingTo: URL(fileURLWithPath: folder + "/thumbnails/" + name))
                    try file.seekToEnd()
                    try file.write(contentsOf: Data("a torn append".utf8))
                    try file.close()
                }
            }
            #expect(try killed.pendingThumbnails(after: nil, limit: 9).isEmpty, "step \(steps)")
            try killed.collectGarbage()
            try killed.verifyPictures()
            try FileManager.default.removeItem(atPath: killed.path)
        }
        #expect(steps == 5)
        #expect(try fixture.thumbnails == ["2.pack"])
    }

    @Test func aReaderHasTheRightBytesDuringACompaction() throws {
        let library = try library(of: 900, keeping: 420)
        let reader = try SQLiteFeedReader(path: library.path)
        let early = try reader.window(FeedQuery(limit: 1_000))
        #expect(try reader.thumbnail(of: photo(7).id) == picture(of: photo(7).id))
        try library.store.replace(1) {
            let latecomer = try SQLiteFeedReader(path: library.path)
            for number in stride(from: 0, to: 420, by: 13) {
                let id = photo(number).id
                #expect(try reader.thumbnail(of: id) == picture(of: id))
                #expect(try latecomer.thumbnail(of: id) == picture(of: id))
            }
        }
        #expect(early.items.count == 420)
        for item in early.items {
            let id = item.node.id
            #expect(try reader.thumbnail(of: id) == picture(of: id))
            // The location has moved, and the checksum is the same.
            guard case .stored(let location) = item.thumbnail else {
                Issue.record("\(item.thumbnail)")
                continue
            }
            let checksum = location.checksum
            #expect(try reader.thumbnail(of: id, checksum: checksum) == picture(of: id))
            #expect(try reader.thumbnail(of: id, checksum: checksum &+ 1) == nil)
        }
    }
}
