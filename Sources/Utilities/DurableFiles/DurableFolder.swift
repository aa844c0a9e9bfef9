#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// An open folder, in which files are written, placed and removed by plain names.
///
/// The folder is held open: when its path is swapped for a symbolic link, everything still happens
/// in the folder that was opened. No name may lead out of it, and no link in it is followed. Takes
/// one descriptor; closed when the last reference goes away.
///
/// Thread-safe: it has no state but the descriptor. Every method blocks on the disk.
public final class DurableFolder: Sendable {
    /// The path it was opened by.
    public let path: String
    let descriptor: Int32

    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit { POSIX.closeSilently(descriptor) }

    /// Opens a folder that exists; a symbolic link that names it is followed.
    public convenience init(path: String) throws(DurableFileError) {
        try Self.check(path: path)
        self.init(path: path, descriptor: try POSIX.openFolder(path, followingLink: true))
    }

    /// Opens a folder, and creates it, and the folders above it, when it does not exist.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - mode: The permission bits of folders that are created, narrowed by the process's umask.
    public convenience init(creating path: String, mode: UInt32 = 0o700) throws(DurableFileError) {
        try Self.check(path: path)
        var made = path.utf8.first == UInt8(ascii: "/") ? "/" : ""
        for component in path.utf8.split(separator: UInt8(ascii: "/")) {
            made += String(Substring(component)) + "/"
            guard access(made, F_OK) != 0 else { continue }
            try POSIX.makeFolder(made, mode: mode)
        }
        try self.init(path: path)
    }

    /// Opens the folder `name` in this one; a symbolic link is refused.
    ///
    /// - Parameters:
    ///   - name: A plain name.
    ///   - mode: When given, the folder is created with these bits unless it exists.
    public func folder(
        named name: String, creatingWith mode: UInt32? = nil
    ) throws(DurableFileError) -> DurableFolder {
        try Self.check(name: name, in: path)
        if let mode { try POSIX.makeFolder(name, in: descriptor, mode: mode) }
        do {
            let opened = try POSIX.openFolder(name, in: descriptor, followingLink: false)
            return DurableFolder(path: path(of: name), descriptor: opened)
        } catch {
            throw POSIX.failure(error.systemError, "open folder", path(of: name))
        }
    }

    /// Writes a whole file; see `DurableFile.write`.
    public func write(
        _ bytes: some Collection<UInt8>, named name: String, mode: UInt32 = 0o600,
        durability: Durability = .full
    ) throws(DurableFileError) {
        var writer = try writer(named: name, mode: mode, durability: durability)
        try writer.write(bytes)
        try writer.commit()
    }

    /// Starts a file that is written piece by piece.
    public func writer(
        named name: String, mode: UInt32 = 0o600, durability: Durability = .full
    ) throws(DurableFileError) -> DurableFileWriter {
        try DurableFileWriter(folder: self, name: name, mode: mode, durability: durability)
    }

    /// Removes a file, or an empty folder; one that is not there is no error.
    public func remove(_ name: String, isFolder: Bool = false) throws(DurableFileError) {
        try Self.check(name: name, in: path)
        do {
            try POSIX.unlink(name, in: self, isFolder: isFolder)
        } catch {
            // Somebody else was faster, or it never was: both are what the caller wants.
            guard error.code == .notFound else { throw error }
        }
    }

    /// Calls `body` with every name in the folder, hidden ones too, in no order, one at a time.
    ///
    /// Names that are not UTF-8 are repaired, and cannot be removed by the name given here.
    public func forEachName(
        _ body: (String) throws(DurableFileError) -> Void
    ) throws(DurableFileError) {
        // A descriptor of its own: reading moves a position that duplicates would share.
        let listed = try POSIX.openFolder(".", in: descriptor, followingLink: false)
        guard let stream = fdopendir(listed) else {
            let number = errno
            POSIX.closeSilently(listed)
            throw POSIX.failure(number, "list", path)
        }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let offset = MemoryLayout<dirent>.offset(of: \.d_name)
            guard let offset else { preconditionFailure("a directory entry has a name") }
            let name = String(
                cString: UnsafeRawPointer(entry).advanced(by: offset)
                    .assumingMemoryBound(to: CChar.self))  // the kernel ends a name with a zero
            if name != "." && name != ".." { try body(name) }
        }
    }

    /// When a name was last added, removed or given to another file: the time since 1970, by the wall clock.
    public func lastChange() throws(DurableFileError) -> (seconds: Int64, nanoseconds: Int64) {
        try POSIX.status(of: descriptor, path: path).modified
    }

    /// How many plain files are in the folder, hidden ones too, and their bytes together.
    ///
    /// Files that go meanwhile do not count, nor do those whose names are not UTF-8.
    public func extent() throws(DurableFileError) -> (files: Int, bytes: Int64) {
        var extent = (files: 0, bytes: Int64(0))
        try forEachName { name throws(DurableFileError) in
            do throws(DurableFileError) {
                let status = try POSIX.status(of: name, in: self)
                guard POSIX.isPlain(status) else { return }
                extent.files += 1
                extent.bytes += Int64(status.st_size)
            } catch {
                guard error.code == .notFound else { throw error }
            }
        }
        return extent
    }

    /// The folder's owner and its permission bits.
    public func permissions() throws(DurableFileError) -> (owner: UInt32, mode: UInt32) {
        let status = try POSIX.status(of: descriptor, path: path)
        return (status.st_uid, UInt32(status.st_mode) & 0o7777)
    }

    /// A path to this very folder for code that takes nothing but paths.
    ///
    /// On Linux it names the open descriptor, so that a folder swapped for another one has no effect; it is valid
    /// for as long as this object lives. Elsewhere, and where /proc is not mounted, it is `path`.
    public var anchoredPath: String {
        #if os(Linux)
            let anchored = "/proc/self/fd/\(descriptor)"
            if access(anchored, F_OK) == 0 { return anchored }
        #endif
        return path
    }

    /// Restricts a file to its owner: permission bits 0600, whatever the umask.
    ///
    /// A file that exists is not opened: POSIX record locks, which SQLite uses, end when any descriptor of
    /// their file is closed.
    ///
    /// - Parameters:
    ///   - name: A plain name.
    ///   - creating: Whether a file that is missing is created, empty; otherwise it is left missing.
    /// - Throws: `.notAPlainFile` for a link or a special file, or what the system reports.
    public func restrictToOwner(_ name: String, creating: Bool = false) throws(DurableFileError) {
        try Self.check(name: name, in: path)
        if creating {
            do {
                let flags = O_WRONLY | O_CREAT | O_EXCL
                POSIX.closeSilently(try POSIX.open(name, in: self, flags, mode: 0o600))
            } catch {
                guard error.systemError == EEXIST else { throw error }
            }
        }
        do throws(DurableFileError) {
            guard POSIX.isPlain(try POSIX.status(of: name, in: self)) else {
                throw DurableFileError(
                    .notAPlainFile, path: path(of: name), operation: "restrict",
                    reason: "it is not a regular file")
            }
            try POSIX.retry("restrict", path(of: name)) { fchmodat(descriptor, name, 0o600, 0) }
        } catch {
            guard error.code == .notFound else { throw error }
        }
    }

    /// The length of the regular file at `relativePath`; `nil` where there is no such file.
    ///
    /// - Parameter relativePath: Plain names separated by slashes.
    public func length(of relativePath: String) -> Int64? {
        guard let status = try? POSIX.status(of: relativePath, in: self), POSIX.isPlain(status)
        else {
            return nil
        }
        return Int64(status.st_size)
    }

    func synchronize() throws(DurableFileError) { try POSIX.synchronize(descriptor, path: path) }

    func path(of name: String) -> String { path.hasSuffix("/") ? path + name : path + "/" + name }

    static func locate(_ path: String) throws(DurableFileError) -> (DurableFolder, name: String) {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        guard let slash else { return (try DurableFolder(path: "."), path) }
        let parent = slash == path.startIndex ? "/" : String(path[..<slash])
        return (try DurableFolder(path: parent), String(path[path.index(after: slash)...]))
    }

    static func check(name: String, in path: String) throws(DurableFileError) {
        let bytes = name.utf8
        let plain =
            !bytes.isEmpty && bytes.count <= 255 && name != "." && name != ".."
            && bytes.allSatisfy { $0 != UInt8(ascii: "/") && $0 != 0 }
        if plain { return }
        throw DurableFileError(
            .badName, path: path, operation: "use a name in",
            reason: "\(String(name.prefix(80)).debugDescription) is no plain file name")
    }

    private static func check(path: String) throws(DurableFileError) {
        // The system would silently stop at the NUL, and open another folder.
        guard path.isEmpty || path.utf8.contains(0) else { return }
        throw DurableFileError(
            .badName, path: path.debugDescription, operation: "open folder",
            reason: "a path is not empty and holds no NUL")
    }
}

extension stat {
    /// Apart, because together they fit into 64 bits until 2262 only.
    var modified: (seconds: Int64, nanoseconds: Int64) {
        #if canImport(Darwin)
            (Int64(st_mtimespec.tv_sec), Int64(st_mtimespec.tv_nsec))
        #else
            (Int64(st_mtim.tv_sec), Int64(st_mtim.tv_nsec))
        #endif
    }
}
