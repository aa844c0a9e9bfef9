import Foundation
import PhotoFeed
import Testing

@testable import PhotoLibrary

/// Libraries of versions that stored each thumbnail in a file of its own.
@Suite("Thumbnails in files of an earlier version")
@MainActor
struct ThumbnailFileTests {
    private let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    /// A library of an earlier version, with `count` thumbnails.
    private func makeOldLibrary(_ count: Int) throws {
        do {
            let library = try fixture.open()
            try library.fill(0..<count)
            try library.storeWanted(limit: count)
            try library.collectGarbage()
            try library.verifyPictures()
        }
        try fixture.downgrade(to: 4)
    }

    /// The files in the shard folders.
    private func files() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: fixture.path + "/library/thumbnails")
            .filter { $0.hasSuffix(".jpg") }
    }

    @Test func theyAreTakenOverAndNotFetchedAgain() throws {
        try makeOldLibrary(30)
        #expect(try files().count == 30)
        let library = try fixture.open()
        #expect(try fixture.thumbnails == ["1.pack"])
        #expect(try library.pendingThumbnails(after: nil, limit: 9).isEmpty)
        try library.verifyPictures()
        try library.collectGarbage()
        #expect(try library.store.rows.hasFiles() == false)
    }

    @Test func aReaderShowsThemWhereTheyAre() throws {
        try makeOldLibrary(3)
        let reader = try SQLiteFeedReader(path: fixture.path + "/library")
        for item in try reader.everything() {
            #expect(try reader.thumbnail(of: item.node.id) == picture(of: item.node.id))
            guard case .stored(let location) = item.thumbnail else {
                Issue.record("\(item.thumbnail)")
                continue
            }
            let bytes = try Data(
                contentsOf: URL(fileURLWithPath: "\(reader.path)/\(location.path)"))
            #expect(Array(bytes) == picture(of: item.node.id))
            #expect(location.offset == 0 && location.length == bytes.count)
        }
        // The reader was opened before a writer has taken them over.
        let library = try fixture.open()
        #expect(try files().isEmpty)
        #expect(try reader.thumbnail(of: photo(1).id) == picture(of: photo(1).id))
        withExtendedLifetime(library) {}
    }

    @Test func missingAndTruncatedFilesAreFetchedAgain() throws {
        try makeOldLibrary(6)
        let files = try files()
        try FileManager.default.removeItem(atPath: fixture.thumbnail(files[0]))
        #expect(truncate(fixture.thumbnail(files[1]), 1) == 0)
        try Data([1, 2]).write(
            to: URL(fileURLWithPath: fixture.thumbnail(files[2]) + ".copy"))
        let library = try fixture.open()
        #expect(try library.pendingThumbnails(after: nil, limit: 9).count == 2)
        try library.storeWanted()
        try library.verifyPictures()
        #expect(try self.files().isEmpty)
        #expect(
            FileManager.default.fileExists(atPath: fixture.thumbnail(files[2]) + ".copy"),
            "a file with another name stays")
    }

    @Test func thumbnailsOfNodesWithoutAHashAreFoundByTheirRevisions() throws {
        do {
            let library = try fixture.open()
            try library.beginListing(of: "")
            let time = FeedTime(secondsSinceEpoch: 2_000_000)
            let node = MediaNode(
                id: NodeID(rawValue: "id:1"), name: "1.jpg", pathKey: "/1.jpg",
                revision: "000000001", size: 1, contentHash: nil, clientModified: time,
                serverModified: time)
            _ = try library.apply(page([.media(node)]))
            try library.storeWanted()
        }
        try fixture.downgrade(to: 4)
        try fixture.open().verifyPictures()
    }

    /// More files than one step moves.
    @Test func aRunThatIsKilledAfterAnyStepContinuesAndLosesNothing() throws {
        try makeOldLibrary(450)
        let folder = try LibraryFolder(locking: fixture.path + "/library")
        let thumbnails = try folder.thumbnails
        let tables = try WritableTables(
            in: folder, journalLimits: LibraryJournal.Limits(), now: FeedTime.now)
        let store = try ThumbnailStore(in: folder, tables, files: PackFiles { thumbnails })
        let move = ThumbnailMove(
            from: .files(ThumbnailFiles(folder: store.folder)), in: store)
        var steps = 0
        repeat {
            let killed = try fixture.killed { copy in
                let pack = copy + "/thumbnails/1.pack"
                guard let file = FileHandle(forWritingAtPath: pack) else { return }
                try file.seekToEnd()
                try file.write(contentsOf: Data("a torn append".utf8))
                try file.close()
            }
            #expect(try killed.pendingThumbnails(after: nil, limit: 9).isEmpty, "step \(steps)")
            try killed.verifyPictures()
            let names = try FileManager.default.contentsOfDirectory(
                atPath: killed.path + "/thumbnails")
            #expect(names == ["1.pack"], "step \(steps)")
            try FileManager.default.removeItem(atPath: killed.path)
            steps += 1
        } while try move.step()
        #expect(steps == 10)
        #expect(try fixture.thumbnails == ["1.pack"])
        withExtendedLifetime(folder) {}
    }

    @Test func aRunThatCannotWriteKeepsTheFilesForTheNext() throws {
        try makeOldLibrary(5)
        let obstacle = fixture.thumbnail("1.pack")
        try FileManager.default.createDirectory(
            atPath: obstacle, withIntermediateDirectories: false)
        #expect(throws: FeedError(.libraryUnusable, "")) { try fixture.open() }
        #expect(try files().count == 5)
        try FileManager.default.removeItem(atPath: obstacle)
        let library = try fixture.open()
        #expect(try library.pendingThumbnails(after: nil, limit: 9).isEmpty)
        try library.verifyPictures()
    }
}
