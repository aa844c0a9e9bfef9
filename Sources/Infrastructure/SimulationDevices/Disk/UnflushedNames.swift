import Foundation

/// The changes of names in folders that a crash may undo.
struct UnflushedNames {
    private enum Change {
        case create(String)
        case createFolder(String)
        /// `replaced` is the place where the earlier file of the new name is kept.
        case rename(String, to: String, replaced: String?)
        case remove(String, kept: String)

        /// The folder whose flush makes the change permanent.
        var folder: String {
            switch self {
            case .create(let path), .createFolder(let path), .rename(let path, _, _),
                .remove(let path, _):
                parent(of: path)
            }
        }
    }

    private var changes: [Change] = []
    /// The folder, on the same disk, in which removed files are kept.
    private let keep: String
    private var keptCount = 0

    init(keepingIn keep: String) { self.keep = keep }

    /// Records that a name is about to be created, unless it exists.
    mutating func willCreate(_ path: String) {
        if !exists(path) { changes.append(.create(path)) }
    }

    /// Records that a folder is about to be created, unless it exists.
    mutating func willCreateFolder(_ path: String) {
        if !exists(path) { changes.append(.createFolder(path)) }
    }

    /// Records that a file is about to get another name.
    mutating func willRename(_ old: String, to new: String) {
        changes.append(.rename(old, to: new, replaced: exists(new) ? keepFile(new) : nil))
    }

    /// Records that a file is about to be removed; folders that are removed stay removed.
    mutating func willRemove(_ path: String) {
        guard exists(path), let kept = keepFile(path) else { return }
        changes.append(.remove(path, kept: kept))
    }

    /// Forgets the changes in a folder, which are on the medium now.
    mutating func flush(_ folder: String) { changes.removeAll { $0.folder == folder } }

    /// Undoes the last changes of each folder; the seed chooses how many.
    ///
    /// - Parameter choose: chooses a number below its argument; 0 keeps most.
    /// - Returns: a description of each change that is lost.
    mutating func lose(_ choose: (Int) -> Int) -> [String] {
        var lost: [String] = []
        var folders: [String] = []
        for change in changes where !folders.contains(change.folder) {
            folders.append(change.folder)
        }
        for folder in folders {
            let own = changes.filter { $0.folder == folder }
            for change in own.suffix(choose(own.count + 1)).reversed() {
                undo(change)
                lost.append("\(change)")
            }
        }
        changes = []
        return lost
    }

    private func undo(_ change: Change) {
        switch change {
        case .create(let path): unlink(path)
        // The folder may be gone with the one around it.
        case .createFolder(let path): try? FileManager.default.removeItem(atPath: path)
        case .rename(let old, let new, let replaced):
            rename(new, old)
            if let replaced { rename(replaced, new) }
        case .remove(let path, let kept): rename(kept, path)
        }
    }

    private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Gives a file, which is about to lose its name, another one.
    private mutating func keepFile(_ path: String) -> String? {
        keptCount += 1
        let kept = "\(keep)/\(keptCount)"
        return link(path, kept) == 0 ? kept : nil
    }
}

/// The path of the folder that contains a path.
func parent(of path: String) -> String {
    var path = path[...]
    while path.utf8.last == UInt8(ascii: "/") {
        path = path[..<path.utf8.index(before: path.endIndex)]
    }
    return path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
}
