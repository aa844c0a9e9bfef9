import CSQLite
import Foundation

/// SQLite's own VFS without its resolution of symbolic links.
///
/// SQLite replaces every symbolic link in a database's path by its target before it opens a file. A
/// path below `/proc/self/fd/N` would become the folder's present path again, and another process
/// may just have replaced the folder at that path. This VFS passes the path on unchanged, and the
/// kernel resolves it to the open folder. The kernel refuses to open a symbolic link as a database,
/// because SQLite opens files with `O_NOFOLLOW`.
/// A simulated disk replaces its functions for opening and removing files.
package enum NoFollowVFS {
    /// The name of the VFS, for the parameter `vfs` of a database's URI.
    package static let name: String = {
        guard let standard = sqlite3_vfs_find(nil) else {
            preconditionFailure("SQLite has no default VFS")
        }
        let unresolved = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        unresolved.initialize(to: standard.pointee)
        let name = "no-follow"
        // SQLite keeps the pointer for the lifetime of the process.
        unresolved.pointee.zName = UnsafePointer(strdup(name))
        unresolved.pointee.xFullPathname = { _, path, capacity, target in
            guard let path, let target, NoFollowVFS.copy(path, to: target, capacity) else {
                return SQLITE_CANTOPEN
            }
            return SQLITE_OK
        }
        guard sqlite3_vfs_register(unresolved, 0) == SQLITE_OK else {
            preconditionFailure("SQLite cannot register the VFS")
        }
        return name
    }()

    /// Copies a path with its terminating zero; `false` if it does not fit.
    private static func copy(
        _ path: UnsafePointer<CChar>, to target: UnsafeMutablePointer<CChar>, _ capacity: Int32
    ) -> Bool {
        for index in 0..<Int(capacity) {
            target[index] = path[index]
            if path[index] == 0 { return true }
        }
        return false
    }
}
