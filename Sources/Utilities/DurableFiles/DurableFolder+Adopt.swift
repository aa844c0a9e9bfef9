#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension DurableFolder {
    /// How a file came into the folder.
    public enum Adoption: Sendable {
        /// It is a second name of the source, and takes no space.
        case linked
        /// It is a copy: the source is on another file system, or has no more room for names.
        case copied
    }

    /// Gives a file a place in this folder, replacing the one that has the name.
    ///
    /// A hard link where possible, else a copy with the permission bits of the source; so the source
    /// must be a file that is only ever replaced, never changed in place. Either way the name holds
    /// the old or the new file at every moment. Symbolic links and special files are refused.
    ///
    /// - Parameters:
    ///   - source: The file to adopt.
    ///   - name: Looks at the first bytes (at most 16) and chooses a plain name, or `nil` to refuse
    ///     the file.
    /// - Returns: The name and how it was done; `nil` when the file was refused.
    /// - Throws: `.notFound` or `.notAPlainFile` about the source, or what the system reports.
    public func adopt(
        fileAt source: String, named name: (_ head: [UInt8]) -> String?
    ) throws(DurableFileError) -> (name: String, adoption: Adoption)? {
        let input = try POSIX.retry("open", source) {
            openat(AT_FDCWD, source, O_RDONLY | O_NONBLOCK | POSIX.plainFlags)
        }
        defer { POSIX.closeSilently(input) }
        let original = try POSIX.status(of: input, path: source)
        guard POSIX.isPlain(original) else {
            throw DurableFileError(
                .notAPlainFile, path: source, operation: "adopt", reason: "it is no plain file")
        }
        var head = [UInt8](repeating: 0, count: 16)
        let count = try POSIX.retry("read", source) { pread(input, &head, head.count, 0) }
        guard let name = name(Array(head.prefix(count))) else { return nil }
        try Self.check(name: name, in: path)

        if let present = try? POSIX.status(of: name, in: self), present.isSame(as: original) {
            return (name, .linked)
        }
        if try link(original, at: source, named: name) { return (name, .linked) }
        var writer = try writer(
            named: name, mode: UInt32(original.st_mode) & 0o777, durability: .atomic)
        try writer.copyAll(from: input, path: source)
        try writer.commit(expectedLength: Int64(original.st_size))
        return (name, .copied)
    }

    /// Links through a temporary name, so that an older file is replaced in one step.
    private func link(
        _ original: stat, at source: String, named name: String
    ) throws(DurableFileError) -> Bool {
        let partial = PartialName.make(for: name)
        do {
            try POSIX.link(source, to: partial, in: self)
        } catch {
            // Another file system, a file system without links, or one that forbids this link.
            return false
        }
        // Between opening and linking the source may have been swapped.
        guard let linked = try? POSIX.status(of: partial, in: self), linked.isSame(as: original)
        else {
            try POSIX.unlink(partial, in: self)
            return false
        }
        do throws(DurableFileError) {
            try POSIX.rename(partial, to: name, in: self)
            return true
        } catch {
            try? POSIX.unlink(partial, in: self)
            throw error
        }
    }
}

extension stat {
    func isSame(as other: stat) -> Bool {
        st_dev == other.st_dev && st_ino == other.st_ino
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
