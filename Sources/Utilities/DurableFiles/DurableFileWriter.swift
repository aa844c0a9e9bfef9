#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writes a file piece by piece, and moves it to its path only when it is complete.
///
/// ```swift
/// var writer = try DurableFileWriter(path: "library/originals/ab12.jpg")
/// try writer.write(chunk)
/// try writer.commit(expectedLength: 20_480)
/// ```
///
/// Until `commit`, the bytes are in a temporary file in the same folder. A writer that is released
/// without `commit` or `keep` removes it; `DurableFolder.sweep` removes those that killed processes
/// leave behind. To continue a download later, `keep` the temporary file and resume by its name. A
/// temporary file that a writer uses, in this process or another, is locked and cannot be resumed.
///
/// Unique ownership (`~Copyable`) makes it `Sendable`: it moves between schedulers, but is only
/// ever used on one. Every method blocks on the disk.
package struct DurableFileWriter: ~Copyable, Sendable {
    /// The number of bytes written so far, including those found when resuming.
    package private(set) var length: Int64

    private let folder: DurableFolder
    private let name: String
    private let partial: String
    private let durability: Durability
    /// The open file, or -1 once it is closed.
    private var descriptor: Int32
    /// Whether this writer has to remove the temporary file.
    private var ownsPartial = true

    /// Starts a new file for `path`, whose folder must exist.
    ///
    /// - Parameters:
    ///   - path: the final path of the file.
    ///   - mode: its permission bits, further restricted by the process's umask.
    ///   - durability: whether the content must survive a power cut once `commit` has returned.
    package init(
        path: String, mode: UInt32 = 0o600, durability: Durability = .full
    ) throws(DurableFileError) {
        let (folder, name) = try DurableFolder.locate(path)
        let (partial, descriptor) = try Self.create(name, in: folder, mode: mode)
        self.init(
            folder: folder, name: name, partial: partial, descriptor: descriptor, length: 0,
            durability: durability)
    }

    init(
        folder: DurableFolder, name: String, mode: UInt32, durability: Durability
    ) throws(DurableFileError) {
        let (partial, descriptor) = try Self.create(name, in: folder, mode: mode)
        self.init(
            folder: folder, name: name, partial: partial, descriptor: descriptor, length: 0,
            durability: durability)
    }

    /// Continues a temporary file that an earlier writer for the same `path` kept.
    ///
    /// Bytes after `offset` are cut off, so that the caller can continue from the last valid byte.
    ///
    /// - Parameters:
    ///   - partial: the name that `keep` returned, in `path`'s folder.
    ///   - path: the final path of the file.
    ///   - offset: the number of valid bytes.
    ///   - durability: whether the content must survive a power cut once `commit` has returned.
    /// - Throws: `.notFound` when it was swept; `.locked` while another writer uses it;
    ///   `.unexpectedLength` when it has fewer than `offset` bytes; `.notRegularFile` when it is a
    ///   link or has a second name; `.badName` when its name is not that of a temporary file.
    package init(
        resuming partial: String, path: String, offset: Int64, durability: Durability = .full
    ) throws(DurableFileError) {
        let (folder, name) = try DurableFolder.locate(path)
        let descriptor = try Self.reopen(partial, in: folder, offset: offset)
        self.init(
            folder: folder, name: name, partial: partial, descriptor: descriptor, length: offset,
            durability: durability)
    }

    private init(
        folder: DurableFolder, name: String, partial: String, descriptor: Int32, length: Int64,
        durability: Durability
    ) {
        self.folder = folder
        self.name = name
        self.partial = partial
        self.descriptor = descriptor
        self.length = length
        self.durability = durability
    }

    /// Appends all of `bytes`.
    ///
    /// After an error, the only valid calls are `discard` and, to save the valid part, `keep`.
    package mutating func write(_ bytes: UnsafeRawBufferPointer) throws(DurableFileError) {
        try POSIX.writeFully(bytes, to: descriptor, path: folder.path(of: name))
        length += Int64(bytes.count)
    }

    /// Appends all of `bytes`, without a copy if they are contiguous.
    package mutating func write(_ bytes: some Collection<UInt8>) throws(DurableFileError) {
        let (folder, name, descriptor) = (folder, name, descriptor)
        let direct: Result<Void, DurableFileError>? =
            bytes.withContiguousStorageIfAvailable { storage in
                Result { () throws(DurableFileError) in
                    try POSIX.writeFully(
                        UnsafeRawBufferPointer(storage), to: descriptor, path: folder.path(of: name)
                    )
                }
            }
        guard let direct else { return try write(Array(bytes)) }
        try direct.get()
        length += Int64(bytes.count)
    }

    /// Moves the file to its path.
    ///
    /// - Parameter expectedLength: if given, a file of another length is not moved.
    /// - Throws: `.unexpectedLength`, or the system's error. The temporary file is then removed,
    ///   and the old file is unchanged; only when the flush of the folder fails is the new file in
    ///   place already.
    package consuming func commit(expectedLength: Int64? = nil) throws(DurableFileError) {
        if let expectedLength, expectedLength != length {
            throw DurableFileError(
                .unexpectedLength, path: folder.path(of: name), operation: "commit",
                reason: "it has \(length) bytes, not \(expectedLength)")
        }
        // Locked until it has its final name: a writer that resumed it before would truncate the
        // final file.
        let lock = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        defer { POSIX.closeSilently(lock) }
        try finish(as: name)
        try folder.renameFile(partial, to: name)
        ownsPartial = false
        if durability == .full { try folder.synchronize() }
    }

    /// Closes the temporary file and leaves it for `init(resuming:path:offset:durability:)`.
    ///
    /// - Returns: its name, to be stored together with the number of valid bytes.
    /// - Throws: the system's error in the flush; the temporary file is then removed.
    package consuming func keep() throws(DurableFileError) -> String {
        // A child process that is being started may have the file open for a moment longer.
        _ = flock(descriptor, LOCK_UN)
        try finish(as: partial)
        ownsPartial = false
        return partial
    }

    /// Returns a checkpoint of the bytes written so far.
    ///
    /// Another thread can flush it while this writer continues.
    ///
    /// - Throws: the system's error, such as that too many files are open.
    package borrowing func checkpoint() throws(DurableFileError) -> DurableCheckpoint {
        let path = folder.path(of: name)
        let descriptor = descriptor
        let copy = try POSIX.retry("checkpoint", path) { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
        return DurableCheckpoint(partial: partial, path: path, descriptor: copy)
    }

    /// Removes the temporary file now, instead of when the writer is released.
    package consuming func discard() {}

    /// Closes the temporary file; errors name the file `name`.
    private mutating func finish(as name: String) throws(DurableFileError) {
        let folder = folder
        if durability == .full {
            try POSIX.synchronize(descriptor, path: folder.path(of: name))
        }
        let closing = descriptor
        descriptor = -1
        try POSIX.closeChecked(closing, path: folder.path(of: name))
    }

    deinit {
        // Best effort: the error that led here is the one to report, and a later sweep removes the
        // file.
        if ownsPartial { try? folder.unlinkFile(partial) }
        if descriptor >= 0 { POSIX.closeSilently(descriptor) }
    }
}

/// The bytes that a writer had written at one moment.
package final class DurableCheckpoint: Sendable {
    /// The name of the writer's temporary file, as `keep` returns it.
    package let partial: String
    private let path: String
    private let descriptor: Int32

    init(partial: String, path: String, descriptor: Int32) {
        self.partial = partial
        self.path = path
        self.descriptor = descriptor
    }

    deinit { POSIX.closeSilently(descriptor) }

    /// Flushes the bytes, so that they survive a power cut; blocks on the disk.
    package func flush() throws(DurableFileError) {
        try POSIX.synchronize(descriptor, path: path)
    }
}

extension DurableFileWriter {
    private static func create(
        _ name: String, in folder: DurableFolder, mode: UInt32
    ) throws(DurableFileError) -> (partial: String, descriptor: Int32) {
        try DurableFolder.check(name: name, in: folder.path)
        let partial = PartialName.make(for: name)
        let flags = O_WRONLY | O_CREAT | O_EXCL
        let descriptor = try folder.openFile(partial, flags, mode: mode)
        // On a file system without locks, resuming fails as well.
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        return (partial, descriptor)
    }

    private static func reopen(
        _ partial: String, in folder: DurableFolder, offset: Int64
    ) throws(DurableFileError) -> Int32 {
        try DurableFolder.check(name: partial, in: folder.path)
        let path = folder.path(of: partial)
        guard PartialName.matches(partial) else {
            throw DurableFileError(
                .badName, path: path, operation: "resume",
                reason: "it is not a temporary file of a writer")
        }
        // Non-blocking, so that a pipe in its place cannot block the process; it has no effect on
        // regular files.
        let descriptor = try folder.openFile(partial, O_WRONLY | O_NONBLOCK)
        do throws(DurableFileError) {
            try POSIX.retry("resume", path) { flock(descriptor, LOCK_EX | LOCK_NB) }
            let status = try POSIX.status(of: descriptor, path: path)
            // Before it was locked, it may have been moved to its path, or removed.
            let named = try folder.status(of: partial)
            guard POSIX.isRegularFile(status), status.st_nlink == 1, status.isSame(as: named) else {
                throw DurableFileError(
                    .notRegularFile, path: path, operation: "resume",
                    reason: "it is not a regular file with exactly one link")
            }
            guard offset >= 0, offset <= status.st_size else {
                throw DurableFileError(
                    .unexpectedLength, path: path, operation: "resume",
                    reason: "it has \(status.st_size) bytes, not \(offset)")
            }
            try POSIX.retry("truncate", path) { POSIX.truncate(descriptor, to: offset) }
            try POSIX.retry("seek", path) { lseek(descriptor, off_t(offset), SEEK_SET) }
            return descriptor
        } catch {
            POSIX.closeSilently(descriptor)
            throw error
        }
    }
}
