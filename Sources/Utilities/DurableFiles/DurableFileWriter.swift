#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writes a file piece by piece, and puts it in its place only when it is whole.
///
/// ```swift
/// var writer = try DurableFileWriter(path: "library/originals/ab12.jpg")
/// try writer.write(chunk)
/// try writer.commit(expectedLength: 20_480)
/// ```
///
/// Until `commit` the bytes are in a temporary in the same folder. A writer that goes away without
/// `commit` or `keep` removes it; what a killed process leaves behind, `DurableFolder.sweep`
/// removes. To go on with a download later, `keep` the temporary and resume from its name. Nobody
/// resumes a temporary that a writer is at work on, of this process or another: it is locked.
///
/// Unique ownership (`~Copyable`) makes it `Sendable`: it moves between schedulers, but is only ever
/// used on one. Every method blocks on the disk.
public struct DurableFileWriter: ~Copyable, Sendable {
    /// The bytes written so far, including those found when resuming.
    public private(set) var length: Int64

    private let folder: DurableFolder
    private let name: String
    private let partial: String
    private let durability: Durability
    /// -1 once the file is closed.
    private var descriptor: Int32
    /// Whether the temporary is still ours to remove.
    private var ownsPartial = true

    /// Starts a new file for `path`, whose folder must exist.
    ///
    /// - Parameters:
    ///   - path: Where the file goes in the end.
    ///   - mode: Its permission bits, further narrowed by the process's umask.
    ///   - durability: What has to survive a power cut once `commit` has returned.
    public init(
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

    /// Goes on with a temporary that an earlier writer for the same `path` kept.
    ///
    /// Bytes after `offset` are cut off, so that the caller can go back to what it knows to be good.
    ///
    /// - Parameters:
    ///   - partial: The name that `keep` returned, in `path`'s folder.
    ///   - path: Where the file goes in the end.
    ///   - offset: How many of its bytes to trust.
    ///   - durability: What has to survive a power cut once `commit` has returned.
    /// - Throws: `.notFound` when it was swept; `.locked` while another writer is at work on it;
    ///   `.unexpectedLength` when it has fewer than `offset` bytes; `.notAPlainFile` when it is a
    ///   link or has a second name; `.badName` when no writer can have made it.
    public init(
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
    /// After an error the writer is good for nothing but `discard` or, to save what is known to be
    /// good, `keep`.
    public mutating func write(_ bytes: UnsafeRawBufferPointer) throws(DurableFileError) {
        try POSIX.writeFully(bytes, to: descriptor, path: folder.path(of: name))
        length += Int64(bytes.count)
    }

    /// Appends all of `bytes`, without a copy where they are contiguous.
    public mutating func write(_ bytes: some Collection<UInt8>) throws(DurableFileError) {
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

    /// Gives the file the modification time in `status`.
    func setModificationTime(of status: stat) throws(DurableFileError) {
        #if canImport(Darwin)
            let times = [status.st_atimespec, status.st_mtimespec]
        #else
            let times = [status.st_atim, status.st_mtim]
        #endif
        try POSIX.retry("set the time of", folder.path(of: name)) { futimens(descriptor, times) }
    }

    /// Puts the file in its place.
    ///
    /// - Parameter expectedLength: When given, a file of another length is not put in its place.
    /// - Throws: `.unexpectedLength`, or what the system reports. The temporary is then removed, and
    ///   the old file is as it was; only when flushing the folder fails is the new one there already.
    public consuming func commit(expectedLength: Int64? = nil) throws(DurableFileError) {
        if let expectedLength, expectedLength != length {
            throw DurableFileError(
                .unexpectedLength, path: folder.path(of: name), operation: "commit",
                reason: "it has \(length) bytes, not \(expectedLength)")
        }
        // Locked until it has its name: who resumed it before would cut what is put in place.
        let lock = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        defer { POSIX.closeSilently(lock) }
        try finish(as: name)
        try POSIX.rename(partial, to: name, in: folder)
        ownsPartial = false
        if durability == .full { try folder.synchronize() }
    }

    /// Closes the temporary and leaves it for `init(resuming:path:offset:durability:)`.
    ///
    /// - Returns: Its name, to be stored together with the length that is known to be good.
    /// - Throws: What the system reports while flushing; the temporary is then removed.
    public consuming func keep() throws(DurableFileError) -> String {
        // A child process that is just being started may have the file open for a moment more.
        _ = flock(descriptor, LOCK_UN)
        try finish(as: partial)
        ownsPartial = false
        return partial
    }

    /// The bytes written so far, to be flushed on another thread while this one writes on.
    ///
    /// - Throws: What the system reports, as when there is no descriptor left.
    package borrowing func checkpoint() throws(DurableFileError) -> DurableCheckpoint {
        let path = folder.path(of: name)
        let descriptor = descriptor
        let copy = try POSIX.retry("checkpoint", path) { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
        return DurableCheckpoint(partial: partial, path: path, descriptor: copy)
    }

    /// Removes the temporary now, instead of when the writer goes away.
    public consuming func discard() {}

    /// Closes the temporary, whose errors are told of `name`.
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
        // Best effort: the error that led here is the one to report, and a sweep comes later.
        if ownsPartial { try? POSIX.unlink(partial, in: folder) }
        if descriptor >= 0 { POSIX.closeSilently(descriptor) }
    }
}

/// What a writer had written at one moment.
package final class DurableCheckpoint: Sendable {
    /// The name of the writer's temporary, as `keep` returns it.
    package let partial: String
    private let path: String
    private let descriptor: Int32

    init(partial: String, path: String, descriptor: Int32) {
        self.partial = partial
        self.path = path
        self.descriptor = descriptor
    }

    deinit { POSIX.closeSilently(descriptor) }

    /// Has the bytes survive a power cut; blocks on the disk.
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
        let descriptor = try POSIX.open(partial, in: folder, flags, mode: mode)
        // A file system without locks lets nobody resume it either.
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
                .badName, path: path, operation: "resume", reason: "it is no temporary of ours")
        }
        // Non-blocking, so that a pipe put in its place cannot hold us; files do not care.
        let descriptor = try POSIX.open(partial, in: folder, O_WRONLY | O_NONBLOCK)
        do throws(DurableFileError) {
            try POSIX.retry("resume", path) { flock(descriptor, LOCK_EX | LOCK_NB) }
            let status = try POSIX.status(of: descriptor, path: path)
            // Before it was locked it may have been put in its place, or removed.
            let named = try POSIX.status(of: partial, in: folder)
            guard POSIX.isPlain(status), status.st_nlink == 1, status.isSame(as: named) else {
                throw DurableFileError(
                    .notAPlainFile, path: path, operation: "resume",
                    reason: "it is not a plain file with that name only")
            }
            guard offset >= 0, offset <= status.st_size else {
                throw DurableFileError(
                    .unexpectedLength, path: path, operation: "resume",
                    reason: "it has \(status.st_size) bytes, not \(offset)")
            }
            try POSIX.retry("truncate", path) { ftruncate(descriptor, off_t(offset)) }
            try POSIX.retry("seek", path) { lseek(descriptor, off_t(offset), SEEK_SET) }
            return descriptor
        } catch {
            POSIX.closeSilently(descriptor)
            throw error
        }
    }
}
