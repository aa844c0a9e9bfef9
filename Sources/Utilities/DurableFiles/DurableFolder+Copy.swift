#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension DurableFolder {
    /// Copies a file into this folder, replacing a file of the same name.
    ///
    /// The copy has the source's modification time. An existing file of that name counts as the
    /// copy if it has the same length and modification time, and is left unchanged. A second run
    /// over the same files therefore reads only their first bytes. The name holds the old or the
    /// new file at every moment. Symbolic links and special files are rejected.
    ///
    /// - Parameters:
    ///   - source: the file to copy.
    ///   - mode: the copy's permission bits, restricted by the process's umask.
    ///   - name: returns a plain name for a file with these first bytes (at most 16), or `nil` to
    ///     reject it.
    /// - Returns: the name, or `nil` if the file was rejected.
    /// - Throws: `.notFound` or `.notRegularFile` about the source, or the system's error.
    package func copy(
        fileAt source: String, mode: UInt32 = 0o600, named name: (_ head: [UInt8]) -> String?
    ) throws(DurableFileError) -> String? {
        let input = try POSIX.retry("open", source) {
            openat(AT_FDCWD, source, O_RDONLY | O_NONBLOCK | POSIX.baseFlags)
        }
        defer { POSIX.closeSilently(input) }
        let original = try POSIX.status(of: input, path: source)
        guard POSIX.isRegularFile(original) else {
            throw DurableFileError(
                .notRegularFile, path: source, operation: "copy", reason: "it is not a regular file"
            )
        }
        var head = [UInt8](repeating: 0, count: 16)
        let count = try POSIX.retry("read", source) { pread(input, &head, head.count, 0) }
        guard let name = name(Array(head.prefix(count))) else { return nil }
        try Self.check(name: name, in: path)
        if let present = try? status(of: name), present.isCopy(of: original) {
            return name
        }
        var writer = try writer(named: name, mode: mode, durability: .atomic)
        try writer.copyAll(from: input, path: source)
        try writer.setModificationTime(of: original)
        try writer.commit(expectedLength: Int64(original.st_size))
        return name
    }
}

extension stat {
    func isSame(as other: stat) -> Bool {
        st_dev == other.st_dev && st_ino == other.st_ino
    }

    /// Whether this is the status of a copy of the file with status `original`.
    ///
    /// A copy has the same length and modification time, and is not the same file.
    fileprivate func isCopy(of original: stat) -> Bool {
        POSIX.isRegularFile(self) && !isSame(as: original) && st_size == original.st_size
            && modified == original.modified
    }
}

extension DurableFileWriter {
    fileprivate mutating func copyAll(
        from input: Int32, path: String
    ) throws(DurableFileError) {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = try POSIX.retry("read", path) { read(input, &buffer, buffer.count) }
            if count == 0 { return }
            try write(buffer[..<count])
        }
    }
}
