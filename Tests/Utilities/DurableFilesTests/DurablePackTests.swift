import Foundation
import Testing

@testable import DurableFiles

@Suite struct DurablePackTests {
    private let temporary: TemporaryFolder
    private let folder: DurableFolder

    init() throws {
        temporary = try TemporaryFolder()
        folder = try DurableFolder(path: temporary.path)
    }

    private func pack(_ length: Int64 = 0) throws(DurableFileError) -> DurablePack {
        try DurablePack(appendingTo: "1.pack", in: folder, length: length)
    }

    private func write(_ text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: temporary("1.pack")))
    }

    @Test func partsAreReadAtTheirOffsets() throws {
        let pack = try pack()
        try pack.append([Array("one".utf8), [], Array("two".utf8)], at: 0)
        try pack.append([Array("three".utf8)], at: 6)
        #expect(try pack.read(at: 3, count: 3) == Array("two".utf8))
        #expect(try pack.read(at: 6, count: 5) == Array("three".utf8))
        #expect(try pack.read(at: 11, count: 0).isEmpty)
        #expect(try temporary.content("1.pack") == "onetwothree")
    }

    @Test func oneAppendTakesAnyNumberOfParts() throws {
        let parts = (0..<1_000).map { [UInt8](repeating: UInt8($0 % 251), count: $0 % 7) }
        let pack = try pack()
        try pack.append(parts, at: 0)
        let whole = parts.flatMap(\.self)
        #expect(try pack.read(at: 0, count: whole.count) == whole)
        #expect(try pack.status().size == Int64(whole.count))
    }

    @Test func aPackIsItsOwnersAlone() throws {
        try write("open")
        #expect(chmod(temporary("1.pack"), 0o644) == 0)
        _ = try pack(4)
        #expect(try temporary.mode("1.pack") == 0o600)
        _ = try DurablePack(appendingTo: "2.pack", in: folder, length: 0)
        #expect(try temporary.mode("2.pack") == 0o600)
    }

    @Test func theRestOfAnInterruptedAppendIsCutOff() throws {
        try write("valid, torn")
        let pack = try pack(5)
        #expect(try temporary.content("1.pack") == "valid")
        try pack.append([Array(" next".utf8)], at: 5)
        #expect(try temporary.content("1.pack") == "valid next")
    }

    @Test func aPackThatIsTooShortIsNeitherOpenedNorReadPastItsEnd() throws {
        try write("short")
        let opening = #expect(throws: DurableFileError.self) { try pack(6) }
        #expect(opening?.code == .unexpectedLength)
        let reader = try DurablePack(reading: "1.pack", in: folder)
        for (offset, count) in [(0, 6), (5, 1), (6, 0), (-1, 1), (1, -1), (1, Int.max)] {
            let error = #expect(throws: DurableFileError.self) {
                try reader.read(at: Int64(offset), count: count)
            }
            #expect(error?.code == .unexpectedLength, "\(offset), \(count)")
        }
    }

    @Test func aReaderKeepsWhatWasRemoved() throws {
        try write("picture")
        let reader = try DurablePack(reading: "1.pack", in: folder)
        try folder.remove("1.pack")
        _ = try pack()
        #expect(try reader.read(at: 0, count: 7) == Array("picture".utf8))
        #expect(try DurablePack(reading: "1.pack", in: folder).status().size == 0)
    }

    @Test func nothingButARegularFileIsAPack() throws {
        let files = FileManager.default
        try write("picture")
        try files.linkItem(atPath: temporary("1.pack"), toPath: temporary("second name"))
        #expect(#expect(throws: DurableFileError.self) { try pack() }?.code == .notRegularFile)
        try files.removeItem(atPath: temporary("1.pack"))
        try files.createSymbolicLink(
            atPath: temporary("1.pack"), withDestinationPath: temporary("second name"))
        #expect(#expect(throws: DurableFileError.self) { try pack() }?.code == .notRegularFile)
        try files.removeItem(atPath: temporary("1.pack"))
        #expect(mkfifo(temporary("1.pack"), 0o600) == 0)
        #expect(#expect(throws: DurableFileError.self) { try pack() }?.code == .notRegularFile)
        #expect(try temporary.content("second name") == "picture")
    }

    @Test(
        .enabled(
            if: FileManager.default.fileExists(atPath: "/dev/full"),
            "needs a device that is always full: Linux's /dev/full"))
    func partsThatDoNotFitAreNoSpace() throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        var byte: UInt8 = 1
        let error = #expect(throws: DurableFileError.self) {
            try withUnsafeMutableBytes(of: &byte) { bytes in
                try POSIX.writeFully(
                    [iovec(iov_base: bytes.baseAddress, iov_len: 1)], to: full.fileDescriptor,
                    path: "pack")
            }
        }
        #expect(error?.code == .noSpace)
    }

    /// A pipe takes 64 KiB or so at a time, so most writes are short ones.
    @Test func vectorsAreWrittenThroughAPipeThatTakesLittle() throws {
        let pipe = Pipe()
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        // A thread of its own: two tests that block could occupy all threads of the tasks.
        Thread.detachNewThread {
            bytes.withUnsafeBytes { bytes in
                let vectors = stride(from: 0, to: bytes.count, by: 1_000).map { start in
                    iovec(
                        iov_base: UnsafeMutableRawPointer(
                            mutating: bytes.baseAddress?.advanced(by: start)), iov_len: 1_000)
                }
                try? POSIX.writeFully(
                    vectors, to: pipe.fileHandleForWriting.fileDescriptor, path: "pipe")
            }
            try? pipe.fileHandleForWriting.close()
        }
        #expect(try pipe.fileHandleForReading.readToEnd().map(Array.init) == bytes)
    }
}
