import DurableFiles
import Foundation
import Testing

@Suite struct DurableNoteTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func noteIsReadAsItWasWrittenLast() throws {
        let note = try DurableNote(beside: folder("a"))
        #expect(throws: DurableFileError.self) { try note.read() }
        try note.write(Array("one".utf8))
        try note.write(Array("two".utf8))
        #expect(try DurableNote(beside: folder("a")).read() == Array("two".utf8))
        #expect(try folder.names.count == 1)
        for _ in 0..<2 { try note.remove() }
        #expect(try folder.names == [])
    }

    @Test func longNamesThatBeginAlikeHaveNotesOfTheirOwn() throws {
        let names = ["1", "2"].map { String(repeating: "é", count: 127) + $0 }
        for name in names { try DurableNote(beside: folder(name)).write(Array(name.utf8)) }
        for name in names {
            #expect(try DurableNote(beside: folder(name)).read() == Array(name.utf8))
        }
    }

    @Test func noteIsSweptAsTemporariesAre() throws {
        try DurableNote(beside: folder("a")).write([1])
        #expect(try DurableFolder(path: folder.path).sweep(olderThan: .zero) == 1)
        #expect(try folder.names == [])
    }

    @Test func linksPipesAndFoldersInItsPlaceAreNotReadNorEmptied() throws {
        let note = try DurableNote(beside: folder("a"))
        try note.write([1])
        let name = try #require(folder.names.first)
        try DurableFile.write(Array("sentinel".utf8), to: folder("sentinel"))
        let places: [(String) throws -> Void] = [
            {
                try FileManager.default.createSymbolicLink(
                    atPath: $0, withDestinationPath: folder("sentinel"))
            },
            { #expect(mkfifo($0, 0o600) == 0) },
        ]
        for place in places {
            try note.remove()
            try place(folder(name))
            #expect(throws: DurableFileError.self) { try note.read() }
        }
        try note.remove()
        try FileManager.default.createDirectory(
            atPath: folder(name), withIntermediateDirectories: false)
        try DurableFile.write([], to: folder(name) + "/letter")
        #expect(throws: DurableFileError.self) { try note.read() }
        #expect(throws: DurableFileError.self) { try note.remove() }
        #expect(try folder.names == [name, "sentinel"])
        #expect(FileManager.default.fileExists(atPath: folder(name) + "/letter"))
        #expect(try folder.content("sentinel") == "sentinel")
    }
}
