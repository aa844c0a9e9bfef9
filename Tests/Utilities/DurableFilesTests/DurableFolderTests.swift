import DurableFiles
import Foundation
import Synchronization
import Testing

@Suite struct DurableFolderTests {
    let temporary: TemporaryFolder
    let folder: DurableFolder

    init() throws {
        temporary = try TemporaryFolder()
        folder = try DurableFolder(path: temporary.path)
    }

    @Test func creatingMakesTheFoldersAbove() throws {
        let deep = try DurableFolder(creating: temporary("a/b/c"), mode: 0o755)
        try deep.write([1], named: "x")
        #expect(FileManager.default.fileExists(atPath: temporary("a/b/c/x")))
        _ = try DurableFolder(creating: temporary("a/b/c"))
    }

    @Test func aFolderIsInPlaceUntilItIsDeletedMovedOrReplaced() throws {
        let path = temporary("a")
        let first = try DurableFolder(creating: path)
        #expect(first.isInPlace)
        try FileManager.default.moveItem(atPath: path, toPath: temporary("b"))
        #expect(!first.isInPlace)
        let second = try DurableFolder(creating: path)
        #expect(second.isInPlace && !first.isInPlace)
        try FileManager.default.removeItem(atPath: path)
        #expect(!second.isInPlace)
    }

    @Test func creatingWhereAFileStandsIsAnError() throws {
        try folder.write([1], named: "file")
        let error = #expect(throws: DurableFileError.self) {
            try DurableFolder(creating: temporary("file"))
        }
        #expect(error?.code == .notAFolder)
    }

    @Test func creatingWhereALinkToNothingStandsIsAnError() throws {
        try FileManager.default.createSymbolicLink(
            atPath: temporary("link"), withDestinationPath: temporary("nothing/deeper"))
        for path in ["link", "link/inner"] {
            let error = #expect(throws: DurableFileError.self) {
                try DurableFolder(creating: temporary(path))
            }
            #expect(error?.code == .notAFolder)
        }
    }

    @Test func linkInPlaceOfAFolderWithinIsRefused() throws {
        _ = try DurableFolder(creating: temporary("elsewhere"))
        try FileManager.default.createSymbolicLink(
            atPath: temporary("link"), withDestinationPath: temporary("elsewhere"))
        #expect(throws: DurableFileError.self) { try folder.folder(named: "link") }
        #expect(throws: DurableFileError.self) {
            try folder.folder(named: "link", creatingWith: 0o700)
        }
    }

    @Test func namesAreAllThere() throws {
        for name in ["a", ".hidden", "ü"] { try folder.write([], named: name) }
        _ = try folder.folder(named: "inner", creatingWith: 0o700)
        for _ in 0..<2 {
            var names: Set<String> = []
            try folder.forEachName { names.insert($0) }
            #expect(names == ["a", ".hidden", "ü", "inner"])
        }
    }

    #if os(Linux)
        /// After the first names, the descriptor of the listing is that of a device.
        @Test func aFailureWithinAFolderIsNotItsEnd() throws {
            let filler = String(repeating: "n", count: 200)
            for number in 0..<2_000 {
                let path = temporary("\(number)-\(filler)")
                #expect(FileManager.default.createFile(atPath: path, contents: nil))
            }
            let device = try #require(FileHandle(forReadingAtPath: "/dev/null"))
            let former = descriptors()
            var count = 0
            var failure: DurableFileError.Code?
            do throws(DurableFileError) {
                try folder.forEachName { _ in
                    count += 1
                    guard count == 1 else { return }
                    for listed in descriptors().subtracting(former) {
                        _ = dup2(device.fileDescriptor, listed)
                    }
                }
            } catch {
                failure = error.code
            }
            #expect(failure == .notAFolder)
            #expect(count < 2_000)
        }

        /// The descriptors of the temporary folder.
        private func descriptors() -> Set<Int32> {
            let files = FileManager.default
            let names = (try? files.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
            let suffix = "/" + String(temporary.path.split(separator: "/").last ?? "")
            let found = names.filter { name in
                let target = try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + name)
                return target?.hasSuffix(suffix) ?? false
            }
            return Set(found.compactMap { Int32($0) })
        }
    #endif

    @Test func removingWhatIsNotThereIsNoError() throws {
        try folder.write([], named: "a")
        try folder.remove("a")
        try folder.remove("a")
        #expect(try temporary.names == [])
    }

    @Test func sweepRemovesOnlyOldTemporariesOfOurs() throws {
        let names = [
            ".a.jpg.0123456789ab.partial", ".b.jpg.ffffffffffff.partial", ".c.partial",
            "d.0123456789ab.partial", ".e.0123456789AB.partial", ".f.0123456789ab", "g.jpg",
        ]
        let hourAgo = Date(timeIntervalSinceNow: -3_600)
        for name in names {
            try folder.write([], named: name)
            try FileManager.default.setAttributes(
                [.modificationDate: hourAgo], ofItemAtPath: temporary(name))
        }
        let fresh = ".fresh.0123456789ab.partial"
        try folder.write([], named: fresh)
        #expect(try folder.sweep(olderThan: .seconds(7_200)) == 0)
        #expect(try folder.sweep(olderThan: .seconds(1_800)) == 2)
        #expect(try Set(temporary.names) == Set(names.dropFirst(2) + [fresh]))
    }

    @Test(arguments: [Duration.zero, .seconds(60)])
    func sweepLeavesWritersAtWork(_ age: Duration) throws {
        let writer = try folder.writer(named: "a")
        #expect(try folder.sweep(olderThan: age) == 0)
        try writer.commit()
        #expect(try temporary.names == ["a"])
    }

    @Test func sweepLeavesTheNoteOfAWriterAtWork() throws {
        let long = String(repeating: "é", count: 100)
        let writer = try folder.writer(named: long)
        let note = try DurableNote(beside: temporary(long))
        try note.write([1])
        try DurableNote(beside: temporary("b")).write([2])
        #expect(try folder.sweep(olderThan: .zero) == 1)
        #expect(try note.read() == [1])
        try writer.commit()
        #expect(try folder.sweep(olderThan: .zero) == 1)
        #expect(try temporary.names == [long])
    }

    @Test func sweepRemovesWhatAWriterHasKeptAtAnAgeOfZeroOnly() throws {
        let partial = try folder.writer(named: "a").keep()
        #expect(try folder.sweep(olderThan: .seconds(60)) == 0)
        #expect(try folder.sweep(olderThan: .zero) == 1)
        #expect(throws: DurableFileError.self) {
            try DurableFileWriter(resuming: partial, path: temporary("a"), offset: 0).discard()
        }
    }

    @Test func sweepDoesNotWaitForAPipe() throws {
        let name = ".a.0123456789ab.partial"
        #expect(mkfifo(temporary(name), 0o600) == 0)
        #expect(try folder.sweep(olderThan: .zero) == 0)
        #expect(try temporary.names == [name])
    }

    @Test func sweepOfAFileLeavesTheTemporariesOfOthers() throws {
        let names = ["a", "ab", String(repeating: "c", count: 90)].map { name in
            ".\(name.prefix(72)).0123456789ab.partial"
        }
        for name in names { try folder.write([1], named: name) }
        #expect(try folder.sweep(olderThan: .zero, of: "a") == 1)
        #expect(try temporary.names == names.dropFirst().sorted())
        #expect(try folder.sweep(olderThan: .zero, of: String(repeating: "c", count: 90)) == 1)
        #expect(try temporary.names == [names[1]])
    }

    @Test func aTemporaryOfANameWithACombiningMarkIsResumedAndSwept() throws {
        let name = "\u{301}a"
        let partial = try folder.writer(named: name).keep()
        let path = temporary(name)
        let kept = try DurableFileWriter(resuming: partial, path: path, offset: 0).keep()
        #expect(kept == partial)
        #expect(try folder.sweep(olderThan: .zero, of: name) == 1)
        #expect(try temporary.names == [])
    }

    @Test func sweepOfAFileLeavesTheTemporariesOfItsNameInAnotherFormOfUnicode() throws {
        let names = [".\u{E9}.0123456789ab.partial", ".e\u{301}.ba9876543210.partial"]
        for name in names { try folder.write([1], named: name) }
        #expect(try folder.sweep(olderThan: .zero, of: "\u{E9}") == 1)
        #expect(try temporary.names == [names[1]])
    }

    @Test func removingDurablyRemoves() throws {
        try folder.write([1], named: "a")
        for _ in 0..<2 { try folder.remove("a", durability: .full) }
        #expect(try temporary.names == [])
    }

    @Test func lockIsWaitedForUntilItsHolderEnds() async throws {
        let folder = folder
        let isReleased = Atomic(false)
        let waiter: Task<Bool, any Error>
        do {
            let lock = try FolderLock("lock", in: folder)
            let error = #expect(throws: DurableFileError.self) {
                _ = try FolderLock("lock", in: folder, waitingFor: .milliseconds(5))
            }
            #expect(error?.code == .locked)
            waiter = Task.detached {
                _ = try FolderLock("lock", in: folder, waitingFor: .seconds(60))
                return isReleased.load(ordering: .relaxed)
            }
            isReleased.store(true, ordering: .relaxed)
            _ = consume lock
        }
        #expect(try await waiter.value)
    }

    @Test func lockHasOneHolderAndEndsWithIt() throws {
        do {
            let lock = try FolderLock("lock", in: folder)
            let error = #expect(throws: DurableFileError.self) {
                _ = try FolderLock("lock", in: folder)
            }
            #expect(error?.code == .locked)
            _ = consume lock
        }
        _ = try FolderLock("lock", in: folder)
        #expect(try temporary.names == ["lock"])
    }
}
