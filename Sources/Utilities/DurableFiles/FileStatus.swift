#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The kind, size, identity and times of a file (`stat` of POSIX), at one moment.
///
/// Targets that import more C modules cannot use the system's type: the compiler attributes its
/// members to whichever module was compiled first.
package struct FileStatus: Sendable {
    package enum Kind: Sendable {
        case regular, folder, other
    }

    package let kind: Kind
    /// The size in bytes.
    package let size: Int64
    /// The permissions: the lowest twelve bits of the mode.
    package let permissions: UInt32
    /// The identifier of the user that it belongs to.
    package let owner: UInt32
    /// The time of the last change of the content, in seconds since 1970 and nanoseconds.
    package let modified: (seconds: Int64, nanoseconds: Int64)
    /// The device and the number on it, which together identify the file.
    package let device: UInt64
    package let inode: UInt64
    package let linkCount: UInt64

    /// Reads the status of an open file; `nil` if the system reports an error, which is in `errno`.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Reads the status of a file without following a link; `nil` with `errno` after an error.
    package init?(path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// A reason for which a user cannot rely on a file.
    package enum Exposure: Hashable, Sendable {
        /// It belongs to a user who may change it at any time.
        case foreignOwner
        /// Others have a permission that they must not have.
        case openToOthers
    }

    /// Returns the reason for which this user cannot rely on the file; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - permissions: those that no other user may have, such as 0o077.
    ///   - owners: the users to whom the file may belong; `nil` for this user alone.
    package func exposure(
        forbidding permissions: UInt32, owners: Set<UInt32>? = nil
    ) -> Exposure? {
        guard (owners ?? [geteuid()]).contains(owner) else { return .foreignOwner }
        return self.permissions & permissions == 0 ? nil : .openToOthers
    }

    init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .folder
            default: .other
            }
        size = Int64(status.st_size)
        permissions = UInt32(status.st_mode) & 0o7777
        owner = status.st_uid
        modified = status.modified
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(status.st_ino)
        linkCount = UInt64(status.st_nlink)
    }
}
