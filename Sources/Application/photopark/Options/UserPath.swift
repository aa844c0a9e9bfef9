import Foundation

/// A path as a person types it.
enum UserPath {
    /// `path` with a leading `~` as the home folder: the one that `HOME` names, as a shell has it.
    static func expanded(_ path: String) -> String {
        let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
        guard home.hasPrefix("/"), path == "~" || path.hasPrefix("~/") else {
            return (path as NSString).expandingTildeInPath
        }
        return home + path.dropFirst()
    }

    /// The folder at `path`.
    static func folder(_ path: String) -> URL {
        URL(filePath: expanded(path), directoryHint: .isDirectory)
    }
}
