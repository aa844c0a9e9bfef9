import DurableFiles
import Foundation
import Testing

@Suite struct DurableFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [Durability.atomic, .full])
    func writeReplacesTheContentAndLeavesNothingElse(durability: Durability) throws {
        try DurableFile.write(
            Array("old, and longer".utf8), to: folder("a"), durability: durability)
        try DurableFile.write(Data("new".utf8), to: folder("a"), durability: durability)
        #expect(try folder.content("a") == "new")
        #expect(try folder.names == ["a"])
    }

    @Test func aCombiningMarkAtTheBeginningBelongsToTheName() throws {
        try DurableFile.write(Array("other".utf8), to: folder("a"))
        try DurableFile.write(Array("mine".utf8), to: folder("\u{301}a"))
        #expect(try folder.content("a") == "other")
        #expect(try Set(folder.names) == ["a", "\u{301}a"])
    }

    @Test func modeIsAskedForAndPrivateByDefault() throws {
        try DurableFile.write([], to: folder("private"))
        try DurableFile.write([], to: folder("shared"), mode: 0o644)
        #expect(try folder.mode("private") == 0o600)
        #expect(try folder.mode("shared") == 0o644)
    }

    @Test func linkInPlaceOfTheFileIsReplacedNotFollowed() throws {
        try DurableFile.write(Array("sentinel".utf8), to: folder("sentinel"))
        try FileManager.default.createSymbolicLink(
            atPath: folder("link"), withDestinationPath: folder("sentinel"))
        try DurableFile.write(Array("mine".utf8), to: folder("link"))
        #expect(try folder.content("sentinel") == "sentinel")
        #expect(try folder.content("link") == "mine")
    }

    @Test func folderInPlaceOfTheFileIsAnErrorAndStays() throws {
        try FileManager.default.createDirectory(
            atPath: folder("taken"), withIntermediateDirectories: false)
        let error = #expect(throws: DurableFileError.self) {
            try DurableFile.write([1, 2, 3], to: folder("taken"))
        }
        #expect(error?.code == .isFolder)
        #expect(error?.operation == "rename")
        #expect(error?.path == folder("taken"))
        #expect(try folder.names == ["taken"])
    }

    @Test func missingFolderIsNamed() throws {
        let error = #expect(throws: DurableFileError.self) {
            try DurableFile.write([1], to: folder("nowhere/file"))
        }
        #expect(error?.code == .notFound)
        #expect("\(error as Any)".contains("nowhere"))
    }

    @Test func fileInPlaceOfTheFolderIsNamed() throws {
        try DurableFile.write([1], to: folder("file"))
        let error = #expect(throws: DurableFileError.self) {
            try DurableFile.write([1], to: folder("file/child"))
        }
        #expect(error?.code == .notAFolder)
    }

    /// The kernel refuses new files here to everybody, root as well.
    @Test(
        .enabled(
            if: FileManager.default.fileExists(atPath: "/proc/self"),
            "needs a file system that refuses new files to root: Linux's /proc"))
    func folderThatRefusesNewFilesIsNotPermitted() throws {
        let error = #expect(throws: DurableFileError.self) {
            try DurableFile.write([1], to: "/proc/self/photo")
        }
        #expect(error?.code == .notPermitted || error?.code == .notFound)
    }

    @Test(arguments: ["", ".", "..", "a\u{0}b", String(repeating: "x", count: 256)])
    func namesThatAreNoPlainNamesAreRefused(name: String) throws {
        let error = #expect(throws: DurableFileError.self) {
            try DurableFile.write([1], to: folder(name))
        }
        #expect(error?.code == .badName)
        #expect(try folder.names == [])
    }

    @Test func slashInANameIsRefusedByAFolder() throws {
        let open = try DurableFolder(path: folder.path)
        for name in ["../escape", "a/b", "/etc/passwd"] {
            #expect(throws: DurableFileError.self) { try open.write([1], named: name) }
        }
        #expect(try folder.names == [])
    }

    @Test func longestNameFits() throws {
        let name = String(repeating: "é", count: 127)
        try DurableFile.write([1], to: folder(name))
        #expect(try folder.names == [name])
    }

    @Test func errorsAreEqualByCode() throws {
        let first = #expect(throws: DurableFileError.self) { try DurableFolder(path: "/no/a") }
        let second = #expect(throws: DurableFileError.self) { try DurableFolder(path: "/no/b") }
        #expect(first == second)
    }
}
