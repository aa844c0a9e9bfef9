#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The system calls of this module: each retries on EINTR and throws a `DurableFileError`.
///
/// Paths are built only for errors.
enum POSIX {
    static let baseFlags = O_CLOEXEC | O_NOFOLLOW

    static func openFolder(
        _ path: String, in parent: Int32? = nil, followingLink: Bool
    ) throws(DurableFileError) -> Int32 {
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followingLink ? 0 : O_NOFOLLOW)
        return try retry("open folder", path) { openat(parent ?? AT_FDCWD, path, flags) }
    }

    /// Creates a folder; `false` if the path exists.
    ///
    /// The caller opens it next, which fails if it is not a folder.
    @discardableResult
    static func makeFolder(
        _ path: String, in parent: Int32? = nil, mode: UInt32
    ) throws(DurableFileError) -> Bool {
        do {
            try retry("create folder", path) {
                change(.createFolder(self.path(of: path, in: parent))) {
                    mkdirat(parent ?? AT_FDCWD, path, mode_t(mode))
                }
            }
            return true
        } catch {
            guard error.systemError == EEXIST else { throw error }
            return false
        }
    }

    /// Writes all of `bytes`, even if the system accepts only a part at a time.
    static func writeFully(
        _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: @autoclosure () -> String
    ) throws(DurableFileError) {
        var rest = bytes
        while !rest.isEmpty {
            let written = try retry("write", path()) { writeSome(rest, to: descriptor) }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
        }
    }

    /// Writes all of `vectors`, one after another.
    static func writeFully(
        _ vectors: [iovec], to descriptor: Int32, path: @autoclosure () -> String
    ) throws(DurableFileError) {
        var rest = vectors[...]
        while !rest.isEmpty {
            var written = try retry("write", path()) { writeSome(rest, to: descriptor) }
            while let first = rest.first, first.iov_len <= written {
                written -= first.iov_len
                rest.removeFirst()
            }
            guard written > 0, let first = rest.first else { continue }
            rest[rest.startIndex] = iovec(
                iov_base: first.iov_base?.advanced(by: written), iov_len: first.iov_len - written)
        }
    }

    /// Flushes the written data to the medium, and the drive's cache where the system supports it.
    static func synchronize(
        _ descriptor: Int32, path: @autoclosure () -> String
    ) throws(DurableFileError) {
        try retry("synchronize", path()) {
            change(.synchronize(.descriptor(descriptor))) {
                #if canImport(Darwin)
                    if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
                #endif
                return fsync(descriptor)
            }
        }
    }

    /// Closes the descriptor and reports errors of a late write-back.
    ///
    /// EINTR is not a failure: the descriptor is closed.
    static func closeChecked(
        _ descriptor: Int32, path: @autoclosure () -> String
    ) throws(DurableFileError) {
        guard close(descriptor) != 0, case let number = errno, number != EINTR else { return }
        throw failure(number, "close", path())
    }

    static func closeSilently(_ descriptor: Int32) { _ = close(descriptor) }

    static func status(
        of descriptor: Int32, path: @autoclosure () -> String
    ) throws(DurableFileError) -> stat {
        var status = stat()
        try retry("inspect", path()) { fstat(descriptor, &status) }
        return status
    }

    static func isRegularFile(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }

    @discardableResult
    static func retry<Result: FixedWidthInteger & SignedInteger>(
        _ operation: String, _ path: @autoclosure () -> String, _ call: () -> Result
    ) throws(DurableFileError) -> Result {
        while true {
            let result = call()
            if result != -1 { return result }
            let number = errno
            if number != EINTR { throw failure(number, operation, path()) }
        }
    }

    static func failure(_ number: Int32, _ operation: String, _ path: String) -> DurableFileError {
        let code: DurableFileError.Code =
            switch number {
            case ENOSPC, EDQUOT: .noSpace
            case EFBIG: .tooLarge
            case EACCES, EPERM, EROFS: .notPermitted
            case ENOENT: .notFound
            case EISDIR: .isFolder
            case ENOTDIR: .notAFolder
            case ELOOP, ENXIO: .notRegularFile
            case ENAMETOOLONG, EILSEQ: .badName
            case EMFILE, ENFILE: .tooManyOpenFiles
            case EWOULDBLOCK: .locked
            case EIO: .mediumFailure
            default: .system
            }
        return DurableFileError(
            code, path: path, operation: operation, systemError: number,
            reason: String(cString: strerror(number)))
    }
}
