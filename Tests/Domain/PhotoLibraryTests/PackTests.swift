import Foundation
import PhotoFeed
import SQLitePersistence
import Testing

@testable import PhotoLibrary

@Suite("The packs of thumbnails")
@MainActor
struct PackTests {
    private let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    /// A library that was closed properly, with `count` thumbnails in packs of about 40 bytes.
    private func fillAndClose(_ count: Int, packLimit: Int64 = 40) throws {
        let library = try fixture.open(packLimit: packLimit)
        try library.fill(0..<count)
        for _ in 0..<count { try library.storeWanted(limit: 1) }
        try library.collectGarbage()
    }

    private func pending(_ library: SQLiteFeedWriter) throws -> Set<String> {
        Set(try library.pendingThumbnails(after: nil, limit: 1_000).map(\.id.rawValue))
    }

    private func append(_ text: String, to file: String) throws {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
    }

    private func change(byte offset: UInt64, of file: String) throws {
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: file))
        try handle.seek(toOffset: offset)
        let byte = try handle.read(upToCount: 1)?.first ?? 0
        try handle.seek(toOffset: offset)
        try handle.write(contentsOf: Data([byte ^ 1]))
        try handle.close()
    }

    // MARK: Storing

    @Test func theThumbnailsOfABatchAreInOneFile() throws {
        let library = try fixture.open()
        try library.fill(0..<30)
        try library.storeWanted()
        #expect(try fixture.thumbnails == ["1.pack"])
        try library.verifyPictures()
        let locations = try library.everything().compactMap { item -> ThumbnailLocation? in
            guard case .stored(let location) = item.thumbnail else { return nil }
            return location
        }
        #expect(locations.count == 30)
        #expect(locations.allSatisfy { $0.path == "thumbnails/1.pack" })
    }

    @Test func theThumbnailsWithoutTheirBytesAreCounted() throws {
        let library = try fixture.open()
        try library.fill(0..<3)
        try library.storeWanted()
        #expect(try library.missingThumbnails() == 0)
        let file = library.path + "/thumbnails/1.pack"
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: file))
        // Each picture has six bytes.
        try handle.truncate(atOffset: 7)
        try handle.close()
        #expect(try library.missingThumbnails() == 2)
        try FileManager.default.removeItem(atPath: file)
        #expect(try library.missingThumbnails() == 3)
    }

    @Test func aFullPackIsFollowedByAnother() throws {
        try fillAndClose(20)
        #expect(try fixture.thumbnails.count >= 4)
        let library = try fixture.open()
        try library.verifyPictures()
        let packs = try library.tables.read { _ in try library.store.packs.packs() }
        #expect(packs.dropLast().allSatisfy { $0.length >= 40 && $0.synchronized == $0.length })
    }

    @Test func aLaterRunContinuesTheLastPack() throws {
        let library = try fixture.open()
        try library.fill(0..<3)
        try library.storeWanted(limit: 2)
        let killed = try fixture.killed()
        try killed.storeWanted()
        try killed.verifyPictures()
        let packs = try FileManager.default.contentsOfDirectory(atPath: killed.path + "/thumbnails")
        #expect(packs == ["1.pack"])
    }

    @Test func thePictureOfAFormerRevisionTakesNoSpace() throws {
        let library = try fixture.open()
        try library.fill(0..<2)
        let pending = try library.pendingThumbnails(after: nil, limit: 9)
        _ = try library.apply(page([.media(photo(0, revision: 2))], "next"))
        try library.store(
            pending.map {
                ThumbnailResult(
                    pending: $0, result: .picture(picture(of: $0.id), .notRequested))
            })
        let packs = try library.tables.read { _ in try library.store.packs.packs() }
        #expect(packs.map(\.length) == [6])
        try library.verify()
    }

    @Test func aBatchThatCannotBeWrittenLeavesNoneMarked() throws {
        let library = try fixture.open()
        try library.fill(0..<3)
        try FileManager.default.createDirectory(
            atPath: fixture.thumbnail("1.pack"), withIntermediateDirectories: false)
        #expect(throws: FeedError(.libraryUnusable, "")) { try library.storeWanted() }
        #expect(try library.statistics().thumbnails == 0)
        try FileManager.default.removeItem(atPath: fixture.thumbnail("1.pack"))
        try library.storeWanted()
        try library.verifyPictures()
    }

    // MARK: Kills and damage

    @Test(arguments: ["9223372036854775807", "-1", "NULL"])
    func aThumbnailWithAnInvalidRangeIsFetchedAgain(length: String) throws {
        let library = try fixture.open()
        try library.fill(0..<3)
        try library.storeWanted()
        try library.tables.connection.execute(
            "UPDATE node SET thumbnail_length = \(length) WHERE id = '\(photo(0).id.rawValue)'")
        let killed = try fixture.killed()
        #expect(try pending(killed) == [photo(0).id.rawValue])
        try killed.storeWanted()
        try killed.verifyPictures()
        let deletions = (0..<3).map { NodeChange.deleted(pathKey: photo($0).pathKey) }
        _ = try killed.apply(page(deletions, "next"))
        try killed.collectGarbage()
        #expect(try killed.statistics().thumbnails == 0)
    }

    @Test(arguments: ["9223372036854775807", "NULL"])
    func aPhotoWithAnInvalidRangeCanBeDeleted(length: String) throws {
        let library = try fixture.open()
        try library.fill(0..<1)
        try library.storeWanted()
        try library.tables.connection.execute("UPDATE node SET thumbnail_length = \(length)")
        _ = try library.apply(page([.deleted(pathKey: photo(0).pathKey)], "next"))
        #expect(try library.statistics().thumbnails == 0)
    }

    @Test func aKilledRunKeepsItsThumbnailsAndDropsTheRestOfAnAppend() throws {
        let library = try fixture.open()
        try library.fill(0..<6)
        try library.storeWanted(limit: 4)
        let killed = try fixture.killed { folder in
            try append("a torn append", to: folder + "/thumbnails/1.pack")
            try Data("a pack without a row".utf8).write(
                to: URL(fileURLWithPath: folder + "/thumbnails/2.pack"))
        }
        #expect(try pending(killed) == ["id:0", "id:1"])
        try killed.storeWanted()
        try killed.collectGarbage()
        try killed.verifyPictures()
        let packs = try FileManager.default.contentsOfDirectory(atPath: killed.path + "/thumbnails")
        #expect(packs == ["1.pack"])
    }

    @Test func bytesThatAPowerCutDestroyedAreFetchedAgain() throws {
        let library = try fixture.open()
        try library.fill(0..<4)
        try library.storeWanted()
        // The first picture that is stored is the newest.
        let damaged = try fixture.killed { folder in
            try change(byte: 3, of: folder + "/thumbnails/1.pack")
        }
        #expect(try pending(damaged) == ["id:3"])
        let lost = try fixture.killed { folder in
            #expect(truncate(folder + "/thumbnails/1.pack", 13) == 0)
        }
        #expect(try pending(lost) == ["id:0", "id:1"])
        try lost.storeWanted()
        try lost.verifyPictures()
    }

    @Test func packsThatWereRemovedCutOrChangedAreFetchedAgain() throws {
        try fillAndClose(40)
        try FileManager.default.removeItem(atPath: fixture.thumbnail("1.pack"))
        #expect(truncate(fixture.thumbnail("2.pack"), 1) == 0)
        try change(byte: 2, of: fixture.thumbnail("3.pack"))
        let library = try fixture.open(packLimit: 40)
        #expect(try library.statistics().thumbnails < 30)
        #expect(try library.everything().contains { $0.thumbnail == .pending })
        try library.storeWanted()
        try library.collectGarbage()
        try library.verifyPictures()
        #expect(try !fixture.thumbnails.contains("1.pack"), "a number is used once")
    }

    @Test func theFolderOfThumbnailsMayBeRemoved() throws {
        try fillAndClose(5)
        try FileManager.default.removeItem(atPath: fixture.path + "/library/thumbnails")
        let library = try fixture.open()
        #expect(try pending(library).count == 5)
        try library.storeWanted()
        try library.verifyPictures()
    }

    @Test func packsThatAreUnchangedAreNotCheckedAgain() throws {
        try fillAndClose(5)
        let session = { (library: SQLiteFeedWriter) in
            try library.tables.read { _ in try library.tables.feed.row().closingSession }
        }
        #expect(try session(fixture.open()) != nil)
        try change(byte: 2, of: fixture.thumbnail("1.pack"))
        do {
            let library = try fixture.open()
            #expect(try session(library) == nil)
            try library.collectGarbage()
        }
        #expect(try session(fixture.open()) != nil)
    }

    @Test func aRunAfterARestartOfTheMachineChecksThePacks() throws {
        try fillAndClose(3, packLimit: 1_000)
        do {
            let library = try fixture.open()
            try library.tables.connection.execute("UPDATE feed SET closed_in = 'before'")
        }
        let date = try FileManager.default.attributesOfItem(
            atPath: fixture.thumbnail("1.pack"))[.modificationDate]
        try change(byte: 2, of: fixture.thumbnail("1.pack"))
        try FileManager.default.setAttributes(
            [.modificationDate: try #require(date)], ofItemAtPath: fixture.thumbnail("1.pack"))
        #expect(try pending(fixture.open()) == ["id:2"])
    }

    @Test func aReaderIsToldOfDamageAndNeverGetsWrongBytes() throws {
        try fillAndClose(3, packLimit: 1_000)
        try change(byte: 2, of: fixture.thumbnail("1.pack"))
        let reader = try SQLiteFeedReader(path: fixture.path + "/library")
        let error = #expect(throws: FeedError.self) { try reader.thumbnail(of: photo(2).id) }
        #expect(error?.code == .thumbnailDamaged)
        #expect(error?.message.contains("library/thumbnails/1.pack") == true)
        #expect(try reader.thumbnail(of: photo(1).id) == picture(of: photo(1).id))
        #expect(try reader.thumbnail(of: photo(9).id) == nil)
    }
}
