import DurableFiles
import Foundation
import Testing

/// Disks that refuse some kinds of changes.
@Suite struct RefusingDiskTests {
    /// A disk that refuses to flush, or to create a name.
    private final class RefusingDisk: DiskModel {
        let bootSession = "test"
        private let flush: Int32?
        private let creation: Int32?

        init(flush: Int32? = nil, creation: Int32? = nil) {
            (self.flush, self.creation) = (flush, creation)
        }

        func decide(on change: DiskChange) -> DiskVerdict {
            switch change {
            case .synchronize: flush.map { .fail($0) } ?? .proceed
            case .create: creation.map { .fail($0) } ?? .proceed
            default: .proceed
            }
        }
    }

    private let temporary: TemporaryFolder
    private let folder: DurableFolder

    init() throws {
        temporary = try TemporaryFolder()
        folder = try DurableFolder(path: temporary.path)
    }

    private func on<Value>(_ disk: RefusingDisk, _ body: () throws -> Value) rethrows -> Value {
        DiskModels.setCurrent(disk)
        defer { DiskModels.setCurrent(nil) }
        return try body()
    }

    /// Some file systems cannot flush a folder alone: FUSE, CIFS, vboxsf.
    @Test(arguments: [EINVAL, ENOTSUP, EOPNOTSUPP, ENOSYS])
    func aFolderThatCannotBeFlushedIsUsed(number: Int32) throws {
        try on(RefusingDisk(flush: number)) {
            try folder.synchronize()
            _ = try folder.folder(named: "inner", creatingWith: 0o700)
            _ = try DurableFolder(creating: temporary("a/b"))
            try folder.remove("absent", durability: .full)
        }
    }

    @Test(arguments: [EIO, ENOSPC, EDQUOT, EROFS, EBADF])
    func aFailureOfTheFlushOfAFolderIsReported(number: Int32) throws {
        let error = #expect(throws: DurableFileError.self) {
            try on(RefusingDisk(flush: number)) { try folder.synchronize() }
        }
        #expect(error?.systemError == number)
    }

    /// The content of a file is not in memory only, as that of a folder is in the journal.
    @Test(arguments: [EINVAL, EIO])
    func aFileThatCannotBeFlushedIsReported(number: Int32) throws {
        let error = #expect(throws: DurableFileError.self) {
            try on(RefusingDisk(flush: number)) { try folder.write([1], named: "file") }
        }
        #expect(error?.systemError == number)
    }

    @Test(arguments: [EROFS, EACCES])
    func aReaderLocksAFolderThatCannotBeWritten(number: Int32) throws {
        do { _ = try FolderLock("lock", in: folder) }
        let disk = RefusingDisk(creation: number)
        try on(disk) {
            let error = #expect(throws: DurableFileError.self) {
                _ = try FolderLock("lock", in: folder)
            }
            #expect(error?.code == .notPermitted, "a writer needs a disk that can be written")
            let lock = try FolderLock("lock", in: folder, isReading: true)
            let second = #expect(throws: DurableFileError.self) {
                _ = try FolderLock("lock", in: folder, isReading: true)
            }
            #expect(second?.code == .locked)
            _ = consume lock
        }
        let lock = try FolderLock("lock", in: folder)
        let other = #expect(throws: DurableFileError.self) {
            try on(disk) { _ = try FolderLock("lock", in: folder, isReading: true) }
        }
        #expect(other?.code == .locked)
        _ = consume lock
    }

    @Test func aReaderNeedsNoLockWhereNobodyCanWrite() throws {
        try on(RefusingDisk(creation: EROFS)) {
            _ = try FolderLock("lock", in: folder, isReading: true)
        }
        #expect(try temporary.names.isEmpty)
    }
}
