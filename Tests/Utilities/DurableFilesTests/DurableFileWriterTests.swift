import DurableFiles
import Foundation
import Testing

@Suite struct DurableFileWriterTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func nothingIsInPlaceBeforeCommit() throws {
        var writer = try DurableFileWriter(path: folder("a"))
        try writer.write(Array("one ".utf8))
        #expect(try !folder.names.contains("a"))
        try writer.write(Data("two".utf8))
        #expect(writer.length == 7)
        try writer.commit(expectedLength: 7)
        #expect(try folder.names == ["a"])
        #expect(try folder.content("a") == "one two")
    }

    @Test func writerThatGoesAwayLeavesNothing() throws {
        func begin() throws {
            var writer = try DurableFileWriter(path: folder("a"))
            try writer.write([1, 2, 3])
        }
        try begin()
        #expect(try folder.names == [])
    }

    @Test func discardRemovesTheTemporaryAtOnce() throws {
        let writer = try DurableFileWriter(path: folder("a"))
        #expect(try folder.names.count == 1)
        writer.discard()
        #expect(try folder.names == [])
    }

    @Test func otherLengthThanPromisedIsNotPutInPlace() throws {
        try DurableFile.write(Array("old".utf8), to: folder("a"))
        let error = #expect(throws: DurableFileError.self) {
            var writer = try DurableFileWriter(path: folder("a"))
            try writer.write([1, 2, 3, 4])
            try writer.commit(expectedLength: 5)
        }
        #expect(error?.code == .unexpectedLength)
        #expect(try folder.content("a") == "old")
        #expect(try folder.names == ["a"])
    }

    @Test func collectionsWithoutContiguousStorageAreWritten() throws {
        var writer = try DurableFileWriter(path: folder("a"))
        try writer.write((0..<3).lazy.map { UInt8(ascii: "a") + $0 })
        try writer.commit()
        #expect(try folder.content("a") == "abc")
    }

    @Test func keptTemporaryIsResumedFromWhatIsKnownToBeGood() throws {
        var writer = try DurableFileWriter(path: folder("a"))
        try writer.write(Array("good bad".utf8))
        let partial = try writer.keep()
        #expect(try folder.names == [partial])

        var resumed = try DurableFileWriter(resuming: partial, path: folder("a"), offset: 5)
        #expect(resumed.length == 5)
        try resumed.write(Array("better".utf8))
        try resumed.commit(expectedLength: 11)
        #expect(try folder.content("a") == "good better")
        #expect(try folder.names == ["a"])
    }

    @Test func resumingBeyondTheEndIsRefusedAndKeepsTheTemporary() throws {
        let partial = try DurableFileWriter(path: folder("a")).keep()
        let error = #expect(throws: DurableFileError.self) {
            _ = try DurableFileWriter(resuming: partial, path: folder("a"), offset: 1)
        }
        #expect(error?.code == .unexpectedLength)
        #expect(try folder.names == [partial])
    }

    @Test func whatAWriterIsAtWorkOnIsNotResumed() throws {
        var writer = try DurableFileWriter(path: folder("a"))
        try writer.write(Array("one ".utf8))
        let partial = try #require(folder.names.first)
        for _ in 0..<2 {
            let error = #expect(throws: DurableFileError.self) {
                _ = try DurableFileWriter(resuming: partial, path: folder("a"), offset: 0)
            }
            #expect(error?.code == .locked)
            #expect(try folder.names == [partial])
            _ = try writer.keep()
            writer = try DurableFileWriter(resuming: partial, path: folder("a"), offset: 4)
        }
        try writer.write(Array("two".utf8))
        try writer.commit()
        #expect(try folder.content("a") == "one two")
    }

    @Test func whatIsPutInItsPlaceIsNeverCut() async throws {
        let path = folder("a")
        let bytes = [UInt8](repeating: 7, count: 1_000)
        for _ in 0..<200 {
            var writer = try DurableFileWriter(path: path, durability: .atomic)
            try writer.write(bytes)
            let partial = try writer.keep()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<2 {
                    group.addTask {
                        guard
                            var writer = try? DurableFileWriter(
                                resuming: partial, path: path, offset: 0, durability: .atomic)
                        else { return }
                        do {
                            try writer.write(bytes)
                            try writer.commit()
                        } catch {
                            Issue.record(error)
                        }
                    }
                }
            }
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(bytes))
        }
        #expect(try folder.names == ["a"])
    }

    @Test func onlyPlainTemporariesOfOursAreResumed() throws {
        try DurableFile.write(Array("sentinel".utf8), to: folder("sentinel"))
        let link = ".a.0123456789ab.partial"
        try FileManager.default.createSymbolicLink(
            atPath: folder(link), withDestinationPath: folder("sentinel"))
        let twin = ".b.0123456789ab.partial"
        try FileManager.default.linkItem(atPath: folder("sentinel"), toPath: folder(twin))
        for (name, code) in [
            (link, DurableFileError.Code.notRegularFile), (twin, .notRegularFile),
            ("sentinel", .badName), (".gone.0123456789ab.partial", .notFound),
        ] {
            let error = #expect(throws: DurableFileError.self) {
                _ = try DurableFileWriter(resuming: name, path: folder("a"), offset: 0)
            }
            #expect(error?.code == code)
        }
        #expect(try folder.content("sentinel") == "sentinel")
    }

    @Test func folderSwappedForALinkHalfWayChangesNothingElsewhere() throws {
        let library = try DurableFolder(creating: folder("library"))
        let victim = try DurableFolder(creating: folder("victim"))
        var writer = try library.writer(named: "a")
        try writer.write([1])
        try FileManager.default.moveItem(atPath: folder("library"), toPath: folder("moved"))
        try FileManager.default.createSymbolicLink(
            atPath: folder("library"), withDestinationPath: folder("victim"))
        try writer.commit()
        try library.write([2], named: "b")
        #expect(try FileManager.default.contentsOfDirectory(atPath: victim.path) == [])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder("moved")).sorted()
                == ["a", "b"])
    }

    /// In a process of its own: the limit is the whole process's.
    @Test func limitOfFileSizeIsANamedErrorAndLeavesNothing() async {
        await #expect(processExitsWith: .success) {
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
            #if canImport(Glibc)
                setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            #else
                setrlimit(RLIMIT_FSIZE, &limit)
            #endif
            let folder = try TemporaryFolder()
            let error = #expect(throws: DurableFileError.self) {
                try DurableFile.write([UInt8](repeating: 1, count: 200_000), to: folder("a"))
            }
            #expect(error?.code == .tooLarge)
            #expect(error?.operation == "write")
            #expect(try folder.names == [])
        }
    }
}
