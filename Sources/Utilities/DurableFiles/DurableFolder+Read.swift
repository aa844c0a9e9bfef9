#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension DurableFolder {
    /// Reads a whole small file.
    ///
    /// A symbolic link is not followed, and a pipe or another special file is not read.
    ///
    /// - Parameters:
    ///   - name: a plain name.
    ///   - limit: the largest accepted length in bytes.
    ///   - isPrivate: whether the file must belong to this user, without permissions for others.
    ///     The open file is checked, so that it cannot be replaced between the check and the read.
    /// - Throws: `.notFound`; `.notRegularFile`; `.exposed` if it is not private;
    ///   `.unexpectedLength` if it is longer than `limit`; or the system's error.
    package func read(
        _ name: String, limit: Int, isPrivate: Bool = false
    ) throws(DurableFileError) -> [UInt8] {
        try Self.check(name: name, in: path)
        let path = path(of: name)
        // Non-blocking, so that a pipe in its place cannot block the process.
        let descriptor = try openFile(name, O_RDONLY | O_NONBLOCK)
        defer { POSIX.closeSilently(descriptor) }
        let status = try POSIX.status(of: descriptor, path: path)
        guard POSIX.isRegularFile(status) else {
            throw DurableFileError(
                .notRegularFile, path: path, operation: "read",
                reason: "it is not a regular file")
        }
        if isPrivate {
            try POSIX.require(status, path, forbidding: 0o077, owners: [geteuid()])
        }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: min(limit, 65_535) + 1)
        while true {
            let count = try POSIX.retry("read", path) {
                piece.withUnsafeMutableBytes { buffer in
                    DiskModels.read(descriptor, at: Int64(bytes.count), into: buffer)
                }
            }
            guard count > 0 else { return bytes }
            bytes += piece[..<count]
            guard bytes.count <= limit else {
                throw DurableFileError(
                    .unexpectedLength, path: path, operation: "read",
                    reason: "it has more than \(limit) bytes")
            }
        }
    }
}
