#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// An observer that appends lines to a file, and rotates it by size.
///
/// ```swift
/// logs.observe([.info, .warning, .error, .critical], as: "file", on: scheduler) {
///     let file = LogFile("photopark.log", limit: 1 << 20, keeping: 3)
///     return { file.receive($0) }
/// }
/// ```
///
/// A file that would exceed the limit becomes `photopark.log.1`, and that one `photopark.log.2`.
/// The file gets the permission bits 0600; a link in its place is not followed. Several processes
/// may append to one file: each writes whole lines. A lock of the system on the file keeps two of
/// them from rotating it at the same time. None waits for it: the others append meanwhile.
///
/// It belongs to one scheduler, and blocks on the disk. A failure is counted, and the next records
/// try the file again. The beginning of a line whose end does not fit on the disk is removed.
public final class LogFile {
    private static let lineFeed = UInt8(ascii: "\n")

    private let path: String
    private let format: LogFormat
    private let limit: Int
    private let kept: Int
    private var descriptor: Int32 = -1
    /// The number of records that could not be written.
    public private(set) var failures = 0
    /// The error number of the last failure; 0 for none.
    public private(set) var lastError: Int32 = 0
    /// Writes some of the bytes at the end of an open file, as the system's `write` does; tests
    /// replace it.
    package var append: (Int32, ArraySlice<UInt8>) -> Int = appendSome

    /// Creates an observer; the file is opened with the first record.
    ///
    /// - Parameters:
    ///   - path: the file, in a folder that exists.
    ///   - format: the form of a line.
    ///   - limit: the size in bytes beyond which the file is rotated.
    ///   - keeping: the number of earlier files.
    public init(
        _ path: String, format: LogFormat = .json, limit: Int = 8 << 20, keeping kept: Int = 3
    ) {
        self.path = path
        self.format = format
        self.limit = limit
        self.kept = kept
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Appends the lines of the records.
    public func receive(_ records: [LogRecord]) {
        var lines: [UInt8] = []
        var count = 0
        for record in records {
            let line = Array((format.line(record) + "\n").utf8)
            if !lines.isEmpty, lines.count + line.count > limit {
                write(lines, count)
                (lines, count) = ([], 0)
            }
            lines += line
            count += 1
        }
        write(lines, count)
    }

    /// Flushes what was written to the medium.
    public func synchronize() {
        if descriptor >= 0, fsync(descriptor) != 0 { lastError = errno }
    }

    private func write(_ lines: [UInt8], _ count: Int) {
        guard prepare(for: lines.count) else {
            failures += count
            return
        }
        var written = 0
        var last = 0
        while written < lines.count {
            let result = append(descriptor, lines[written...])
            if result < 0, errno == EINTR { continue }
            guard result > 0 else {
                lastError = errno
                let end = lines[..<written].lastIndex(of: Self.lineFeed).map { $0 + 1 } ?? 0
                failures += lines[end...].count { $0 == Self.lineFeed }
                // An earlier part of the line may be followed by that of another process.
                if written - end <= last { removeEnd(written - end) }
                return
            }
            written += result
            last = result
        }
    }

    /// Removes the last bytes that were written, unless another process has appended after them.
    private func removeEnd(_ count: Int) {
        let end = lseek(descriptor, 0, SEEK_CUR)
        var status = stat()
        guard count > 0, fstat(descriptor, &status) == 0, status.st_size == end else { return }
        _ = ftruncate(descriptor, end - off_t(count))
    }

    /// Opens the file, and rotates it if `count` more bytes exceed the limit.
    private func prepare(for count: Int) -> Bool {
        guard open() else { return false }
        guard isFull(for: count), lock() else { return true }
        // Another process may have rotated it before the lock.
        if isInPlace, isFull(for: count) { rotate() }
        // A child process that is being started may have a copy of the descriptor.
        flock(descriptor, LOCK_UN)
        close(descriptor)
        descriptor = -1
        return open()
    }

    /// Whether `count` more bytes exceed the limit.
    private func isFull(for count: Int) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        return status.st_size > 0 && Int(status.st_size) + count > limit
    }

    /// Whether the path leads to the open file.
    private var isInPlace: Bool {
        var (named, opened) = (stat(), stat())
        guard lstat(path, &named) == 0, fstat(descriptor, &opened) == 0 else { return false }
        return named.st_ino == opened.st_ino && named.st_dev == opened.st_dev
    }

    /// Locks the file, without waiting; `false` if another process is rotating it.
    ///
    /// A file system without locks lets the process rotate the file.
    private func lock() -> Bool {
        flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
    }

    /// Renames the file last, so that its lock covers the earlier ones.
    private func rotate() {
        for number in stride(from: kept, to: 0, by: -1) {
            rename(number == 1 ? path : "\(path).\(number - 1)", "\(path).\(number)")
        }
        if kept == 0 { unlink(path) }
    }

    /// Opens the file, also if another process has rotated it.
    ///
    /// - Returns: whether it is open; `receive` also opens it.
    public func open() -> Bool {
        if descriptor >= 0 {
            if isInPlace { return true }
            close(descriptor)
        }
        descriptor = openLog(path)
        guard descriptor >= 0 else { return fail() }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            fchmod(descriptor, 0o600) == 0
        else {
            lastError = EINVAL
            close(descriptor)
            descriptor = -1
            return false
        }
        return true
    }

    private func fail() -> Bool {
        lastError = errno
        return false
    }
}

private func openLog(_ path: String) -> Int32 {
    // Non-blocking, so that a pipe in its place cannot block the process.
    open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
}

private func appendSome(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBytes {  // unsafe, withUnsafeBytes: used in the closure
        write(descriptor, $0.baseAddress, $0.count)
    }
}
