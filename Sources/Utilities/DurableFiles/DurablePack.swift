#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file of many parts, such as small pictures, which grows by appends.
///
/// ```swift
/// let pack = try DurablePack(appendingTo: "7.pack", in: folder, length: 4_096)
/// try pack.append(pictures, at: 4_096)
/// // Then store the new length, 4_096 and the lengths of the pictures.
///
/// let picture = try DurablePack(reading: "7.pack", in: folder).read(at: 4_096, count: 1_000)
/// ```
///
/// An append of any number of parts costs about two system calls. A file for each part costs eight
/// for each, and an inode. Use `DurableFile` for a file that is replaced as a whole.
///
/// The owner stores the length of the valid bytes elsewhere, such as in a database. It stores the
/// new length after an append, so a part that was appended never changes. The bytes after the valid
/// length are left by an append that was interrupted, and the next append overwrites them.
///
/// An open pack remains readable after its file was removed. An append survives the process, but
/// survives a power cut only after `synchronize`.
///
/// It has no state but the descriptor. One process at a time appends, on one scheduler; reads are
/// thread-safe. Every method blocks on the disk.
package final class DurablePack: Sendable {
    /// The path, for messages.
    package let path: String
    private let descriptor: Int32

    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit { POSIX.closeSilently(descriptor) }

    /// Opens a pack for appends and reads, and creates it if it does not exist.
    ///
    /// The file gets the permission bits 0600. Bytes after `length` are cut off. The name of a pack
    /// without valid bytes, which may be new, is flushed.
    ///
    /// - Parameters:
    ///   - name: a plain name.
    ///   - folder: the folder that contains it.
    ///   - length: the number of valid bytes.
    /// - Throws: `.unexpectedLength` if it is shorter; `.notRegularFile` for a link or a special
    ///   file, or if the file has a second name; or the system's error.
    package convenience init(
        appendingTo name: String, in folder: DurableFolder, length: Int64
    ) throws(DurableFileError) {
        let flags = O_RDWR | O_CREAT
        try self.init(name, in: folder, flags) {
            status, descriptor, path throws(DurableFileError) in
            guard status.st_nlink == 1 else {
                throw DurableFileError(
                    .notRegularFile, path: path, operation: "open",
                    reason: "it has more than one name")
            }
            guard length <= status.st_size else {
                throw DurableFileError(
                    .unexpectedLength, path: path, operation: "open",
                    reason: "it has \(status.st_size) bytes, not \(length)")
            }
            if status.st_mode & 0o777 != 0o600 {
                try POSIX.retry("restrict", path) { fchmod(descriptor, 0o600) }
            }
            if length == 0 { try folder.synchronize() }
            guard length < status.st_size else { return }
            try POSIX.retry("truncate", path) { POSIX.truncate(descriptor, to: length) }
        }
    }

    /// Opens an existing pack for reads.
    ///
    /// - Throws: `.notFound`, `.notRegularFile`, or the system's error.
    package convenience init(
        reading name: String, in folder: DurableFolder
    ) throws(DurableFileError) {
        try self.init(name, in: folder, O_RDONLY) { _, _, _ in }
    }

    private convenience init(
        _ name: String, in folder: DurableFolder, _ flags: Int32,
        _ prepare: (stat, Int32, String) throws(DurableFileError) -> Void
    ) throws(DurableFileError) {
        try DurableFolder.check(name: name, in: folder.path)
        let path = folder.path(of: name)
        // Non-blocking, so that a pipe in its place cannot block the process.
        let descriptor = try folder.openFile(name, flags | O_NONBLOCK, mode: 0o600)
        do throws(DurableFileError) {
            let status = try POSIX.status(of: descriptor, path: path)
            guard POSIX.isRegularFile(status) else {
                throw DurableFileError(
                    .notRegularFile, path: path, operation: "open",
                    reason: "it is not a regular file")
            }
            try prepare(status, descriptor, path)
        } catch {
            POSIX.closeSilently(descriptor)
            throw error
        }
        self.init(path: path, descriptor: descriptor)
    }

    /// Returns the length and the times of the file.
    package func status() throws(DurableFileError) -> FileStatus {
        guard let status = FileStatus(descriptor: descriptor) else {
            throw POSIX.failure(errno, "inspect", path)
        }
        return status
    }

    /// Reads `count` bytes from `offset`.
    ///
    /// - Throws: `.unexpectedLength` if the file ends before them, or the system's error.
    package func read(at offset: Int64, count: Int) throws(DurableFileError) -> [UInt8] {
        // The range may come from a damaged database, so it is checked before memory is allocated.
        let length = try status().size
        guard offset >= 0, count >= 0, offset <= length, Int64(count) <= length - offset else {
            throw shortage(at: offset, count: count, length: length)
        }
        var failure: DurableFileError?
        // unsafe, unsafeUninitializedCapacity: only bytes that were read are counted
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let buffer = UnsafeMutableRawBufferPointer(buffer)
            do throws(DurableFileError) {
                while filled < count {
                    let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<count])
                    let position = off_t(offset) + off_t(filled)
                    let read = try POSIX.retry("read", path) {
                        pread(descriptor, rest.baseAddress, rest.count, position)
                    }
                    guard read > 0 else {
                        throw shortage(at: offset, count: count, length: offset + Int64(filled))
                    }
                    filled += read
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    private func shortage(at offset: Int64, count: Int, length: Int64) -> DurableFileError {
        DurableFileError(
            .unexpectedLength, path: path, operation: "read",
            reason: "it has \(length) bytes, but \(count) were expected from byte \(offset)")
    }

    /// Flushes the bytes, so that they survive a power cut.
    package func synchronize() throws(DurableFileError) {
        try POSIX.synchronize(descriptor, path: path)
    }
}

extension DurablePack {
    /// The number of parts of one system call; POSIX guarantees 16, Linux and macOS accept 1,024.
    private static let partLimit = 128

    /// Writes `parts` one after another from `offset`, which is the valid length, without a copy.
    ///
    /// - Throws: the system's error, such as `.noSpace`. The valid bytes are unchanged, and the
    ///   space of the others is released.
    package func append(_ parts: [[UInt8]], at offset: Int64) throws(DurableFileError) {
        do throws(DurableFileError) {
            try POSIX.retry("seek", path) { lseek(descriptor, off_t(offset), SEEK_SET) }
            for start in stride(from: 0, to: parts.count, by: Self.partLimit) {
                let some = parts[start..<min(start + Self.partLimit, parts.count)]
                var vectors: [iovec] = []
                vectors.reserveCapacity(some.count)
                try Self.withVectors(of: some, &vectors) { vectors in
                    Result { () throws(DurableFileError) in
                        try POSIX.writeFully(vectors, to: descriptor, path: path)
                    }
                }.get()
            }
        } catch {
            // The error to report is the one of the append.
            _ = POSIX.truncate(descriptor, to: offset)
            throw error
        }
    }

    /// Calls `body` with the addresses of `parts`, which are valid during the call.
    private static func withVectors<Value>(
        of parts: ArraySlice<[UInt8]>, _ vectors: inout [iovec], _ body: ([iovec]) -> Value
    ) -> Value {
        guard let part = parts.first else { return body(vectors) }
        return part.withUnsafeBytes { bytes in  // unsafe, withUnsafeBytes: used within the closure
            vectors.append(
                iovec(
                    iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress),
                    iov_len: bytes.count))
            return withVectors(of: parts.dropFirst(), &vectors, body)
        }
    }
}
