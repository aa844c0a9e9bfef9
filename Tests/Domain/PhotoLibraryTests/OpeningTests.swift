import Foundation
import PhotoFeed
import PhotoLibrary
import Testing

@Suite("Opening a library")
@MainActor
struct OpeningTests {
    private let fixture: LibraryFixture
    private var folder: String { fixture.path + "/library" }

    init() throws { fixture = try LibraryFixture() }

    private func code(_ body: () throws(FeedError) -> SQLiteFeedReader) -> FeedError? {
        do throws(FeedError) {
            _ = try body()
            return nil
        } catch {
            return error
        }
    }

    @Test func aSecondWriterIsToldWhoHoldsIt() throws {
        let library = try fixture.open()
        let error = try #require(code { () throws(FeedError) in try fixture.open() })
        #expect(error.code == .libraryLocked)
        #expect(error.message.contains("process \(ProcessInfo.processInfo.processIdentifier)"))
        withExtendedLifetime(library) {}
    }

    @Test func theLockEndsWithItsHolder() throws {
        _ = try fixture.open()
        #expect(code { () throws(FeedError) in try fixture.open() } == nil)
    }

    @Test func aClosedLibraryHasNoLogLeft() throws {
        do {
            let library = try fixture.open()
            try library.beginListing(of: "")
            _ = try library.apply(page([.media(photo(1))], "a"))
            #expect(FileManager.default.fileExists(atPath: folder + "/library.sqlite-wal"))
        }
        #expect(!FileManager.default.fileExists(atPath: folder + "/library.sqlite-wal"))
        #expect(try SQLiteFeedReader(path: folder).statistics().nodes == 1)
    }

    @Test func readersReadWhileSomebodyWrites() throws {
        let writer = try fixture.open()
        try writer.beginListing(of: "")
        _ = try writer.apply(page([.media(photo(1))], "a", more: true))
        let reader = try SQLiteFeedReader(path: folder)
        #expect(try reader.statistics().nodes == 1)
        _ = try writer.apply(page([.media(photo(2))], "b"))
        #expect(try reader.statistics().nodes == 2)
    }

    @Test func aDeletedLibraryHasNoChangeMark() throws {
        _ = try fixture.open()
        let reader = try SQLiteFeedReader(path: folder)
        _ = try reader.changeMark()
        try FileManager.default.removeItem(atPath: folder)
        #expect(throws: FeedError(.libraryNotFound, "")) { try reader.changeMark() }
        _ = try fixture.open()
        #expect(throws: FeedError(.libraryNotFound, "")) { try reader.changeMark() }
    }

    @Test func aReplacedDatabaseHasNoChangeMark() throws {
        _ = try fixture.open()
        let reader = try SQLiteFeedReader(path: folder)
        let file = folder + "/library.sqlite"
        try FileManager.default.copyItem(atPath: file, toPath: file + ".copy")
        _ = try reader.changeMark()
        #expect(rename(file + ".copy", file) == 0)
        #expect(throws: FeedError(.libraryNotFound, "")) { try reader.changeMark() }
        _ = try SQLiteFeedReader(path: folder).changeMark()
    }

    @Test func nothingIsReadWhereNothingIs() {
        let error = code { () throws(FeedError) in try SQLiteFeedReader(path: folder) }
        #expect(error?.code == .libraryNotFound)
    }

    @Test func whatCannotBeOpenedIsNoMissingLibrary() throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder, withDestinationPath: folder)
        let error = code { () throws(FeedError) in try SQLiteFeedReader(path: folder) }
        #expect(error?.code == .libraryUnusable)
        #expect("\(error as Any)".contains("cannot open the library"), "\(error as Any)")
    }

    @Test func aDamagedDatabaseIsNamed() throws {
        do { _ = try fixture.open() }
        try Data("this is not a database, whatever its name says".utf8)
            .write(to: URL(fileURLWithPath: folder + "/library.sqlite"))
        #expect(code { () throws(FeedError) in try fixture.open() }?.code == .libraryDamaged)
    }

    @Test func allThatTheProgramStoresMayBeBesideALibrary() throws {
        let files = FileManager.default
        for name in ["accounts", "reports", "usage"] {
            try files.createDirectory(
                atPath: folder + "/" + name, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        for name in [
            "guest.sqlite", "guest.sqlite-wal", "guest.sqlite-shm", "pacing.json",
            "pacing.json.lock", "pacing.json.damaged-2026-10-05-1c9ab0f2", "usage.json",
            "usage.json.lock",
        ] {
            #expect(files.createFile(atPath: folder + "/" + name, contents: nil))
        }
        let other = folder + "/letter.txt.damaged-2026-10-05-1c9ab0f2"
        #expect(files.createFile(atPath: other, contents: nil))
        #expect(code { () throws(FeedError) in try fixture.open() }?.code == .notALibrary)
        try files.removeItem(atPath: other)
        #expect(code { () throws(FeedError) in try fixture.open() } == nil)
    }

    @Test func aFolderThatOthersCanWriteIntoIsRefused() throws {
        do { _ = try fixture.open() }
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder)
        #expect(code { () throws(FeedError) in try fixture.open() }?.code == .libraryUnusable)
    }

    @Test func aFileInTheFoldersPlaceIsRefused() throws {
        try Data().write(to: URL(fileURLWithPath: folder))
        #expect(code { () throws(FeedError) in try fixture.open() }?.code == .libraryUnusable)
    }

    @Test func aLockAloneIsALibrarysAndBesideSomethingElseItIsNot() throws {
        let files = FileManager.default
        try files.createDirectory(
            atPath: folder, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        #expect(files.createFile(atPath: folder + "/lock", contents: nil))
        #expect(files.createFile(atPath: folder + "/mine", contents: nil))
        #expect(code { () throws(FeedError) in try fixture.open() }?.code == .notALibrary)
        try files.removeItem(atPath: folder + "/mine")
        #expect(code { () throws(FeedError) in try fixture.open() } == nil)
    }
}
