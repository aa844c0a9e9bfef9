#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The system calls for the files in a folder.
///
/// They are relative to the open folder: a folder that is replaced by a symbolic link during the
/// operation cannot redirect a write. They never follow a link in the last component.
extension DurableFolder {
    func openFile(
        _ name: String, _ flags: Int32, mode: UInt32 = 0
    ) throws(DurableFileError) -> Int32 {
        try POSIX.retry("open", path(of: name)) {
            guard flags & O_CREAT != 0 else {
                return openat(descriptor, name, flags | POSIX.baseFlags)
            }
            return POSIX.change(.create(POSIX.path(of: name, in: descriptor))) {
                openat(descriptor, name, flags | POSIX.baseFlags, mode_t(mode))
            }
        }
    }

    func renameFile(_ old: String, to new: String) throws(DurableFileError) {
        try POSIX.retry("rename", path(of: new)) {
            POSIX.change(
                .rename(
                    POSIX.path(of: old, in: descriptor), to: POSIX.path(of: new, in: descriptor))
            ) {
                renameat(descriptor, old, descriptor, new)
            }
        }
    }

    /// Gives a file a further name in this folder; `false` if another file or folder has it.
    func linkFile(
        _ source: Int32, _ path: String, to name: String, _ flags: Int32 = 0
    ) throws(DurableFileError) -> Bool {
        do {
            try POSIX.retry("place", self.path(of: name)) {
                POSIX.change(.create(POSIX.path(of: name, in: descriptor))) {
                    linkat(source, path, descriptor, name, flags)
                }
            }
            return true
        } catch {
            guard error.systemError == EEXIST else { throw error }
            return false
        }
    }

    func unlinkFile(_ name: String, isFolder: Bool = false) throws(DurableFileError) {
        try POSIX.retry("remove", path(of: name)) {
            POSIX.change(.remove(POSIX.path(of: name, in: descriptor))) {
                unlinkat(descriptor, name, isFolder ? AT_REMOVEDIR : 0)
            }
        }
    }

    func status(of name: String) throws(DurableFileError) -> stat {
        var status = stat()
        try POSIX.retry("inspect", path(of: name)) {
            fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW)
        }
        return status
    }
}
