import DurableFiles
import Foundation
import Testing

@Suite struct AdoptionTests {
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

    @Test func fileIsLinkedAndReplacesTheOlderOne() throws {
        try target.write(Array("old".utf8), named: "x.jpg")
        try source.write(Array("new".utf8), named: "a")
        for _ in 0..<2 {
            let adopted = try target.adopt(fileAt: temporary("source/a")) { _ in "x.jpg" }
            #expect(adopted?.adoption == .linked)
        }
        #expect(try temporary.content("target/x.jpg") == "new")
        #expect(try names() == ["x.jpg"])
    }

    @Test func nameIsChosenByTheFirstBytes() throws {
        try source.write(Array("GIF89a".utf8), named: "a")
        let adopted = try target.adopt(fileAt: temporary("source/a")) { head in
            String(decoding: head, as: UTF8.self) + ".gif"
        }
        #expect(adopted?.name == "GIF89a.gif")
        #expect(try target.adopt(fileAt: temporary("source/a")) { _ in nil } == nil)
        #expect(try names() == ["GIF89a.gif"])
    }

    @Test func linksAndFoldersAreRefused() throws {
        try source.write([1], named: "a")
        try FileManager.default.createSymbolicLink(
            atPath: temporary("source/link"), withDestinationPath: temporary("source/a"))
        for name in ["link", "", "missing"] {
            #expect(throws: DurableFileError.self) {
                try target.adopt(fileAt: temporary("source/" + name)) { _ in "x" }
            }
        }
        #expect(try names() == [])
    }

    @Test(
        .enabled(
            if: FileManager.default.isWritableFile(atPath: "/dev/shm"),
            "needs a second file system: Linux's /dev/shm"))
    func fileOfAnotherFileSystemIsCopied() throws {
        let other = "/dev/shm/durable-files-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: other) }
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
        try DurableFile.write(bytes, to: other, mode: 0o640)
        let adopted = try target.adopt(fileAt: other) { _ in "x" }
        #expect(adopted?.adoption == .copied)
        #expect(try temporary.mode("target/x") == 0o640)
        #expect(
            FileManager.default.contents(atPath: temporary("target/x")).map(Array.init) == bytes)
        #expect(try names() == ["x"])
    }
}
