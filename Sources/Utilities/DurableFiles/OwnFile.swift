#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// An open file in a folder of the program's own, which is checked, and then gets a further name.
///
/// The name is that of exactly this file: a file that takes its place in the folder meanwhile gets
/// none. Thread-safe: it has no state but the descriptor. Every method blocks on the disk.
package final class OwnFile: Sendable {
    /// The open file, for reading; it is closed with the object.
    package let descriptor: Int32
    /// The status when it was opened.
    package let status: FileStatus
    private let name: String
    private let folder: DurableFolder

    fileprivate init(_ name: String, in folder: DurableFolder) throws(DurableFileError) {
        // Non-blocking, so that a pipe in its place cannot block the process.
        let descriptor = try folder.openFile(name, O_RDONLY | O_NONBLOCK)
        do throws(DurableFileError) {
            let path = folder.path(of: name)
            let status = try POSIX.status(of: descriptor, path: path)
            guard POSIX.isRegularFile(status) else {
                throw DurableFileError(
                    .notRegularFile, path: path, operation: "open",
                    reason: "it is not a regular file")
            }
            try POSIX.require(status, path, forbidding: 0o022, owners: DurableFolder.owners)
            self.status = FileStatus(status)
        } catch {
            POSIX.closeSilently(descriptor)
            throw error
        }
        self.descriptor = descriptor
        self.name = name
        self.folder = folder
    }

    deinit { POSIX.closeSilently(descriptor) }

    /// Sets the time of the last change, in seconds since 1970; that of the last access is now.
    package func setModified(_ seconds: Int64) throws(DurableFileError) {
        var times = [timespec(), timespec()]
        times[0].tv_sec = time(nil)
        times[1].tv_sec = time_t(seconds)
        try POSIX.retry("set the time of", folder.path(of: name)) { futimens(descriptor, times) }
    }

    /// Gives the file a further name in `other`, unless another file or folder has that name.
    ///
    /// - Returns: whether the name was free.
    /// - Throws: as `DurableFolder.link`; `.exposed` if another file has taken its place in its
    ///   folder, on a system where an open file cannot be named.
    package func link(
        to name: String, in other: DurableFolder
    ) throws(DurableFileError) -> Bool {
        try DurableFolder.check(name: name, in: other.path)
        #if os(Linux)
            let source = "/proc/self/fd/\(descriptor)"
            if access(source, F_OK) == 0 {
                return try other.linkFile(AT_FDCWD, source, to: name, AT_SYMLINK_FOLLOW)
            }
        #endif
        guard try other.linkFile(folder.descriptor, self.name, to: name) else { return false }
        let named = FileStatus(try other.status(of: name))
        if (named.device, named.inode) == (status.device, status.inode) { return true }
        try other.unlinkFile(name)
        throw DurableFileError(
            .exposed, path: folder.path(of: self.name), operation: "place",
            reason: "another program has replaced it")
    }
}

extension DurableFolder {
    /// Opens a file of this folder, which belongs to this user or the administrator.
    ///
    /// - Throws: `.notFound`; `.notRegularFile` for a link or a special file; `.exposed` if another
    ///   user can change the file.
    package func ownFile(_ name: String) throws(DurableFileError) -> OwnFile {
        try Self.check(name: name, in: path)
        return try OwnFile(name, in: self)
    }
}
