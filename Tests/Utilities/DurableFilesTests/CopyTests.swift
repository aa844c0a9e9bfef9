import DurableFiles
import Foundation
import Testing

@Suite struct CopyTests {
    let temporary: TemporaryFolder
    let source: DurableFolder
    let target: DurableFolder

    init() throws {
        temporary = try TemporaryFolder()
        source = try DurableFolder(creating: temporary("source"))
        target = try DurableFolder(creating: temporary("target"))
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: target.path).sorted()
    }

    private func inode(_ name: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: temporary(name))
        return (attributes[.systemFileNumber] as? NSNumber)?.intValue
    }

    @Test func aCopyReplacesTheOlderFileAndHasPermissionsOfItsOwn() throws {
        try target.write(Array("old".utf8), named: "x.jpg")
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
        try source.write(bytes, named: "a")
        #expect(
            try target.copy(fileAt: temporary("source/a"), mode: 0o644) { _ in "x.jpg" } == "x.jpg")
        #expect(
            FileManager.default.contents(atPath: temporary("target/x.jpg")).map(Array.init) == bytes
        )
        #expect(try temporary.mode("target/x.jpg") == 0o644)
        #expect(try temporary.mode("source/a") == 0o600)
        #expect(try inode("target/x.jpg") != inode("source/a"))
        #expect(try names() == ["x.jpg"])
    }

    @Test func aCopyThatIsThereIsNotMadeAgainUntilTheSourceChanges() throws {
        try source.write(Array("one".utf8), named: "a")
        for _ in 0..<2 { _ = try target.copy(fileAt: temporary("source/a")) { _ in "x" } }
        let first = try inode("target/x")
        _ = try target.copy(fileAt: temporary("source/a")) { _ in "x" }
        #expect(try inode("target/x") == first)
        try source.write(Array("two".utf8), named: "a")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 5)], ofItemAtPath: temporary("source/a")
        )
        _ = try target.copy(fileAt: temporary("source/a")) { _ in "x" }
        #expect(try temporary.content("target/x") == "two")
    }

    @Test func aLinkToTheSourceBecomesACopy() throws {
        try source.write([1], named: "a")
        try FileManager.default.linkItem(
            atPath: temporary("source/a"), toPath: temporary("target/x"))
        _ = try target.copy(fileAt: temporary("source/a")) { _ in "x" }
        #expect(try inode("target/x") != inode("source/a"))
    }

    @Test func nameIsChosenByTheFirstBytes() throws {
        try source.write(Array("GIF89a".utf8), named: "a")
        let name = try target.copy(fileAt: temporary("source/a")) { head in
            String(decoding: head, as: UTF8.self) + ".gif"
        }
        #expect(name == "GIF89a.gif")
        #expect(try target.copy(fileAt: temporary("source/a")) { _ in nil } == nil)
        #expect(try names() == ["GIF89a.gif"])
    }

    @Test func linksAndFoldersAreRefused() throws {
        try source.write([1], named: "a")
        try FileManager.default.createSymbolicLink(
            atPath: temporary("source/link"), withDestinationPath: temporary("source/a"))
        for name in ["link", "", "missing"] {
            #expect(throws: DurableFileError.self) {
                try target.copy(fileAt: temporary("source/" + name)) { _ in "x" }
            }
        }
        #expect(try names() == [])
    }
}
