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
/// logs.observe(from: .info, as: "file", on: scheduler) {
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
/// It belongs to one scheduler, and blocks on the disk. After a failure, the next records try the
/// file again.
public final class LogFile {
    private let path: String
    private let format: LogFormat
    private let limit: Int
    private let kept: Int
    private var descriptor: Int32 = -1
    /// The error number of the last failure; 0 for none.
    public private(set) var lastError: Int32 = 0

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
        for record in records {
            let line = Array((format.line(record) + "\n").utf8)
            if !lines.isEmpty, lines.count + line.count > limit {
                write(lines)
                lines = []
            }
            lines += line
        }
        write(lines)
    }

    private func write(_ lines: [UInt8]) {
        guard prepare(for: lines.count) else { return }
        var rest = lines[...]
        while !rest.isEmpty {
            let written = appendSome(descriptor, rest)
            if written < 0, errno == EINTR { continue }
            guard written > 0 else {
                lastError = errno
                return
            }
            rest = rest.dropFirst(written)
        }
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
