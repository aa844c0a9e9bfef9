#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// An open folder, in which files are written, moved and removed by plain names.
///
/// The folder is held open: when its path is replaced by a symbolic link, all operations still act
/// on the folder that was opened. No name may lead out of it, and no link in it is followed. It
/// uses one descriptor, which is closed when the last reference is released.
///
/// Thread-safe: it has no state but the descriptor. Every method blocks on the disk.
package final class DurableFolder: Sendable {
    /// The path by which it was opened.
    package let path: String
    let descriptor: Int32

    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit { POSIX.closeSilently(descriptor) }

    /// Opens an existing folder; a symbolic link to it is followed.
    package convenience init(path: String) throws(DurableFileError) {
        try Self.check(path: path)
        self.init(path: path, descriptor: try POSIX.openFolder(path, followingLink: true))
    }

    /// Opens a folder, and creates it and its parents if they do not exist.
    ///
    /// The names of new folders are flushed, so that a durable file in them survives a power cut.
    ///
    /// - Parameters:
    ///   - path: the folder.
    ///   - mode: the permission bits of created folders, restricted by the process's umask.
    /// - Throws: `.notAFolder` also for a link to nothing, and for a path at which the file system
    ///   allows no folders; never `.notFound`.
    package convenience init(creating path: String, mode: UInt32 = 0o700) throws(DurableFileError) {
        try Self.check(path: path)
        self.init(path: path, descriptor: try Self.openFolder(creating: path, mode: mode))
    }

    private static func openFolder(
        creating path: String, mode: UInt32
    ) throws(DurableFileError) -> Int32 {
        do throws(DurableFileError) {
            var made = path.utf8.first == UInt8(ascii: "/") ? "/" : ""
            for component in path.utf8.split(separator: UInt8(ascii: "/")) {
                let parent = made.isEmpty ? "." : made
                made += String(Substring(component)) + "/"
                guard access(made, F_OK) != 0, try POSIX.makeFolder(made, mode: mode) else {
                    continue
                }
                try DurableFolder(path: parent).synchronize()
            }
            return try POSIX.openFolder(path, followingLink: true)
        } catch {
            guard error.code == .notFound else { throw error }
            throw DurableFileError(
                .notAFolder, path: error.path, operation: error.operation,
                systemError: error.systemError, reason: error.reason)
        }
    }

    /// Opens the folder `name` in this one; a symbolic link is rejected.
    ///
    /// - Parameters:
    ///   - name: a plain name.
    ///   - mode: if given, the folder is created with these bits unless it exists. The name of a
    ///     new folder is flushed.
    package func folder(
        named name: String, creatingWith mode: UInt32? = nil
    ) throws(DurableFileError) -> DurableFolder {
        try Self.check(name: name, in: path)
        if let mode, try POSIX.makeFolder(name, in: descriptor, mode: mode) { try synchronize() }
        do {
            let opened = try POSIX.openFolder(name, in: descriptor, followingLink: false)
            return DurableFolder(path: path(of: name), descriptor: opened)
        } catch {
            throw POSIX.failure(error.systemError, "open folder", path(of: name))
        }
    }

    /// Writes a whole file; see `DurableFile.write`.
    package func write(
        _ bytes: some Collection<UInt8>, named name: String, mode: UInt32 = 0o600,
        durability: Durability = .full
    ) throws(DurableFileError) {
        var writer = try writer(named: name, mode: mode, durability: durability)
        try writer.write(bytes)
        try writer.commit()
    }

    /// Starts a file that is written piece by piece.
    package func writer(
        named name: String, mode: UInt32 = 0o600, durability: Durability = .full
    ) throws(DurableFileError) -> DurableFileWriter {
        try DurableFileWriter(folder: self, name: name, mode: mode, durability: durability)
    }

    /// Removes a file or an empty folder; does nothing if it does not exist.
    ///
    /// - Parameters:
    ///   - name: a plain name.
    ///   - isFolder: whether it is a folder.
    ///   - durability: whether it must stay removed after a power cut.
    package func remove(
        _ name: String, isFolder: Bool = false, durability: Durability = .atomic
    ) throws(DurableFileError) {
        try Self.check(name: name, in: path)
        do {
            try unlinkFile(name, isFolder: isFolder)
        } catch {
            // Another process removed it first, or it never existed: both satisfy the caller.
            guard error.code == .notFound else { throw error }
        }
        if durability == .full { try synchronize() }
    }

    /// Gives a file a further name in `folder`, unless another file or folder has that name.
    ///
    /// - Parameters:
    ///   - name: a plain name.
    ///   - other: the further name, which survives a power cut after `folder.synchronize()`.
    ///   - folder: a folder on the same disk.
    /// - Returns: whether the name was free.
    /// - Throws: the system's error, as of a file system without hard links.
    package func link(
        _ name: String, to other: String, in folder: DurableFolder
    ) throws(DurableFileError) -> Bool {
        try Self.check(name: name, in: path)
        try Self.check(name: other, in: folder.path)
        return try folder.linkFile(descriptor, name, to: other)
    }

    /// Calls `body` with each name in the folder, including hidden ones, in no particular order.
    ///
    /// Names that are not UTF-8 are repaired, and cannot be removed by the name given here.
    package func forEachName(
        _ body: (String) throws(DurableFileError) -> Void
    ) throws(DurableFileError) {
        // A separate descriptor: reading moves a position that duplicates would share.
        let listed = try POSIX.openFolder(".", in: descriptor, followingLink: false)
        guard let stream = fdopendir(listed) else {
            let number = errno
            POSIX.closeSilently(listed)
            throw POSIX.failure(number, "list", path)
        }
        defer { closedir(stream) }
        while true {
            errno = 0  // The end and a failure differ only in it.
            guard let entry = readdir(stream) else {
                let number = errno
                guard number == 0 else { throw POSIX.failure(number, "list", path) }
                return
            }
            let offset = MemoryLayout<dirent>.offset(of: \.d_name)
            guard let offset else { preconditionFailure("a directory entry has no name") }
            let name = String(
                cString: UnsafeRawPointer(entry).advanced(by: offset)
                    .assumingMemoryBound(to: CChar.self))  // the kernel terminates a name by NUL
            if name != "." && name != ".." { try body(name) }
        }
    }

    /// Whether the path still leads to this folder: it is not deleted, moved or replaced.
    ///
    /// A path that cannot be examined, for example for lack of permission, counts as unchanged.
    package var isInPlace: Bool {
        var present = stat()
        guard stat(path, &present) == 0 else { return errno != ENOENT && errno != ENOTDIR }
        guard let own = try? POSIX.status(of: descriptor, path: path) else { return true }
        return own.isSame(as: present)
    }

    /// Whether this user may create and remove files in the folder.
    package var isWritable: Bool { faccessat(descriptor, ".", W_OK, AT_EACCESS) == 0 }

    /// A path to exactly this folder, for code that accepts only paths.
    ///
    /// On Linux it names the open descriptor, so that a replaced folder has no effect; it is valid
    /// as long as this object lives. On other systems, and if /proc is not mounted, it is `path`.
    package var descriptorPath: String {
        #if os(Linux)
            let anchored = "/proc/self/fd/\(descriptor)"
            if access(anchored, F_OK) == 0 { return anchored }
        #endif
        return path
    }

    /// Restricts a file to its owner: permission bits 0600, whatever the umask.
    ///
    /// An existing file is not opened: POSIX record locks, which SQLite uses, end when any
    /// descriptor of their file is closed.
    ///
    /// - Parameters:
    ///   - name: a plain name.
    ///   - creating: whether a missing file is created, empty; otherwise it stays missing.
    /// - Throws: `.notRegularFile` for a link or a special file, or the system's error.
    package func restrictToOwner(_ name: String, creating: Bool = false) throws(DurableFileError) {
        try Self.check(name: name, in: path)
        if creating {
            do {
                let flags = O_WRONLY | O_CREAT | O_EXCL
                POSIX.closeSilently(try openFile(name, flags, mode: 0o600))
            } catch {
                guard error.systemError == EEXIST else { throw error }
            }
        }
        do throws(DurableFileError) {
            guard POSIX.isRegularFile(try status(of: name)) else {
                throw DurableFileError(
                    .notRegularFile, path: path(of: name), operation: "restrict",
                    reason: "it is not a regular file")
            }
            try POSIX.retry("restrict", path(of: name)) { fchmodat(descriptor, name, 0o600, 0) }
        } catch {
            guard error.code == .notFound else { throw error }
        }
    }

    /// Returns the length of the regular file at `relativePath`, or `nil` if it does not exist.
    ///
    /// - Parameter relativePath: plain names separated by slashes.
    package func length(of relativePath: String) -> Int64? {
        guard let status = try? status(of: relativePath), POSIX.isRegularFile(status) else {
            return nil
        }
        return Int64(status.st_size)
    }

    /// Returns the number of bytes that this user can still store on the folder's file system.
    package func availableSpace() throws(DurableFileError) -> Int64 {
        var status = statvfs()
        try POSIX.retry("inspect", path) { fstatvfs(descriptor, &status) }
        let (bytes, isTooLarge) = UInt64(status.f_bavail)
            .multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isTooLarge ? .max : Int64(clamping: bytes)
    }

    /// Flushes the names in the folder to the medium, so that they survive a power cut.
    ///
    /// Some file systems cannot flush a folder alone (FUSE, CIFS, vboxsf). They keep the names by
    /// rules of their own, so that is not a failure.
    package func synchronize() throws(DurableFileError) {
        do throws(DurableFileError) {
            try POSIX.synchronize(descriptor, path: path)
        } catch {
            guard [EINVAL, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(error.systemError) else {
                throw error
            }
        }
    }

    func path(of name: String) -> String {
        path.utf8.last == UInt8(ascii: "/") ? path + name : path + "/" + name
    }

    static func locate(_ path: String) throws(DurableFileError) -> (DurableFolder, name: String) {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        guard let slash else { return (try DurableFolder(path: "."), path) }
        let parent = slash == path.startIndex ? "/" : String(path[..<slash])
        // The index of the byte: the next character begins after a combining mark.
        return (try DurableFolder(path: parent), String(path[path.utf8.index(after: slash)...]))
    }

    static func check(name: String, in path: String) throws(DurableFileError) {
        let bytes = name.utf8
        let plain =
            !bytes.isEmpty && bytes.count <= 255 && name != "." && name != ".."
            && bytes.allSatisfy { $0 != UInt8(ascii: "/") && $0 != 0 }
        if plain { return }
        throw DurableFileError(
            .badName, path: path, operation: "use a name in",
            reason: "\(String(name.prefix(80)).debugDescription) is not a valid file name")
    }

    private static func check(path: String) throws(DurableFileError) {
        // The system would silently stop at the NUL, and open another folder.
        guard path.isEmpty || path.utf8.contains(0) else { return }
        throw DurableFileError(
            .badName, path: path.debugDescription, operation: "open folder",
            reason: "a path must not be empty or contain NUL")
    }
}

extension stat {
    func isSame(as other: stat) -> Bool {
        st_dev == other.st_dev && st_ino == other.st_ino
    }

    /// In two parts, because the total nanoseconds fit into 64 bits only until 2262.
    var modified: (seconds: Int64, nanoseconds: Int64) {
        #if canImport(Darwin)
            (Int64(st_mtimespec.tv_sec), Int64(st_mtimespec.tv_nsec))
        #else
            (Int64(st_mtim.tv_sec), Int64(st_mtim.tv_nsec))
        #endif
    }
}
