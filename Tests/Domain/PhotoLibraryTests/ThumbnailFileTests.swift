import Foundation
import PhotoFeed
import Testing

@testable import PhotoLibrary

@Suite("The files of the thumbnails")
@MainActor
struct ThumbnailFileTests {
    private let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    @Test func thumbnailsMayBeOfAnyDate() throws {
        do {
            let library = try fixture.open()
            try library.fill(0..<2)
            try library.storeWanted()
            for file in fixture.thumbnails {
                let shard = file.split(separator: "/")[0]
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSince1970: 10_413_792_000)],
                    ofItemAtPath: "\(fixture.path)/library/thumbnails/\(shard)")
            }
            try library.collectGarbage()
        }
        #expect(try fixture.open().statistics().thumbnails == 2)
    }

    @Test func aKilledRunIsCleanedUpAfter() throws {
        let library = try fixture.open()
        try library.fill(0..<4)
        try library.storeWanted()
        let files = fixture.thumbnails.map { fixture.path + "/library/thumbnails/" + $0 }
        try Data().write(to: URL(fileURLWithPath: files[0]))
        try FileManager.default.removeItem(atPath: files[1])
        let orphan = (files[2] as NSString).deletingLastPathComponent + "/orphan.jpg"
        try Data([1]).write(to: URL(fileURLWithPath: orphan))
        let killed = try fixture.killed()
        #expect(try killed.pendingThumbnails(after: nil, limit: 9).count == 2)
        try killed.storeWanted()
        try killed.collectGarbage()
        try killed.verify()
        let left = FileManager.default.enumerator(atPath: killed.path + "/thumbnails")
        #expect((left?.allObjects ?? []).filter { "\($0)".hasSuffix(".jpg") }.count == 4)
    }

    /// A library that was closed properly, with five thumbnails.
    private func fillAndClose() throws {
        let library = try fixture.open()
        try library.fill(0..<5)
        try library.storeWanted()
        try library.collectGarbage()
    }

    private func path(_ thumbnail: String) -> String {
        fixture.path + "/library/thumbnails/" + thumbnail
    }

    @Test func thumbnailsThatWereRemovedOrCutOffAreWantedAgain() throws {
        try fillAndClose()
        let files = fixture.thumbnails
        try FileManager.default.removeItem(atPath: path(files[1]))
        #expect(truncate(path(files[3]), 1) == 0)
        let library = try fixture.open()
        #expect(try library.pendingThumbnails(after: nil, limit: 9).count == 2)
        try library.storeWanted()
        try library.collectGarbage()
        try library.verify()
        #expect(fixture.thumbnails == files)
    }

    @Test func aFolderOfThumbnailsThatWasRemovedIsFilledAgain() throws {
        try fillAndClose()
        try FileManager.default.removeItem(atPath: fixture.path + "/library/thumbnails")
        let library = try fixture.open()
        #expect(try library.pendingThumbnails(after: nil, limit: 9).count == 5)
    }

    @Test func aFolderThatIsRemovedWhileTheLibraryIsOpenIsMadeAgain() throws {
        let library = try fixture.open()
        try library.fill(0..<1)
        let pending = try library.pendingThumbnails(after: nil, limit: 9)
        let outcomes = pending.map {
            ThumbnailResult(pending: $0, result: .picture([1], .notRequested))
        }
        try library.store(outcomes)
        let files = fixture.thumbnails
        try FileManager.default.removeItem(
            atPath: (path(files[0]) as NSString).deletingLastPathComponent)
        try library.store(outcomes)
        #expect(fixture.thumbnails == files)
    }

    @Test func aPictureThatCannotBeWrittenLeavesNoneOfItsBatchMarked() throws {
        let library = try fixture.open()
        try library.fill(0..<3)
        let node = photo(1)
        let name = ThumbnailName(
            id: node.id, contentHash: node.contentHash, revision: node.revision)
        try FileManager.default.createDirectory(
            atPath: library.path + "/" + name.path, withIntermediateDirectories: true)
        #expect(throws: FeedError(.libraryUnusable, "")) { try library.storeWanted() }
        #expect(try library.statistics().thumbnails == 0)
        #expect(try library.pendingThumbnails(after: nil, limit: 9).count == 3)
    }

    @Test func whatWasPutBesideTheThumbnailsIsRemoved() throws {
        try fillAndClose()
        let files = fixture.thumbnails
        try FileManager.default.copyItem(
            atPath: path(files[0]), toPath: path(files[0]) + ".copy")
        let library = try fixture.open()
        #expect(fixture.thumbnails == files)
        try library.collectGarbage()
        #expect(try library.pendingThumbnails(after: nil, limit: 9).isEmpty)
    }

    @Test func filesThatNobodyHasBeenAtAreNotCheckedOneByOne() throws {
        try fillAndClose()
        let closingFingerprint = { (library: SQLiteFeedWriter) in
            try library.tables.read { try library.tables.feed.row().closingFingerprint }
        }
        #expect(try closingFingerprint(fixture.open()) != nil)
        try FileManager.default.removeItem(atPath: path(fixture.thumbnails[0]))
        do {
            let library = try fixture.open()
            #expect(try closingFingerprint(library) == nil)
            try library.collectGarbage()
        }
        #expect(try closingFingerprint(fixture.open()) != nil)
    }

    @Test func aRemovalShowsWhereThereAreTooManyFilesToInspect() throws {
        try fillAndClose()
        let file = path(fixture.thumbnails[0])
        let shard = (file as NSString).deletingLastPathComponent
        // The clock of a file system may tick slower than this test runs.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000)], ofItemAtPath: shard)
        let files = try ThumbnailFiles(in: LibraryFolder(locking: fixture.path + "/library"))
        let fingerprint = try files.fingerprint(inspecting: 0)
        #expect(try files.fingerprint(inspecting: 0) == fingerprint)
        try FileManager.default.removeItem(atPath: file)
        #expect(try files.fingerprint(inspecting: 0) != fingerprint)
    }
}
