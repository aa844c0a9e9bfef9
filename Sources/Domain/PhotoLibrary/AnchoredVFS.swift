import Foundation
import GRDBSQLite

/// SQLite's own file layer without its resolution of symbolic links.
///
/// SQLite replaces every link of a database's path by its target before it opens anything. A path below
/// `/proc/self/fd/N` would become the folder's present path again, which somebody may just have swapped for another
/// folder. This layer hands the path on as it is, and the kernel resolves it to the open folder.
enum AnchoredVFS {
    /// The name for the parameter `vfs` of a database's URI.
    static let name: String = {
        guard let standard = sqlite3_vfs_find(nil) else {
            preconditionFailure("SQLite has a default file layer")
        }
        let anchored = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        anchored.initialize(to: standard.pointee)
        let name = "photopark-anchored"
        // SQLite keeps the pointer for as long as the process lives.
        anchored.pointee.zName = UnsafePointer(strdup(name))
        anchored.pointee.xFullPathname = { _, path, capacity, target in
            guard let path, let target, AnchoredVFS.copy(path, to: target, capacity) else {
                return SQLITE_CANTOPEN
            }
            return SQLITE_OK
        }
        guard sqlite3_vfs_register(anchored, 0) == SQLITE_OK else {
            preconditionFailure("SQLite registers a file layer")
        }
        return name
    }()

    /// Copies a path with its final zero; `false` when it does not fit.
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
