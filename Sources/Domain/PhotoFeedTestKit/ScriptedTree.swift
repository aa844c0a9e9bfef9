package import PhotoFeed
import Scheduling

/// The files of a scripted account, which a test changes while a provider serves them.
///
/// Thread-safe. Paths are case-sensitive and begin with a slash. A folder exists as soon as a file
/// below it was written, until it is removed.
package final class ScriptedTree: Sendable {
    /// A file of the account.
    package struct File: Hashable, Sendable {
        /// The number of the file; it survives a move.
        package let number: Int
        /// The version of the tree that contained this state of the file for the first time.
        package let tag: Int
        /// The number of the content; a move keeps it.
        package let content: Int

        /// The time of the last change of the content.
        package var modified: FeedTime {
            FeedTime(secondsSinceEpoch: 1_700_000_000 + Int64(content))
        }
    }

    /// A change of the tree: the file that is at `path` now, or `nil` after a removal.
    package struct Change: Sendable {
        package let version: Int
        package let path: String
        package let file: File?
    }

    private struct State {
        var files: [String: File] = [:]
        /// The folders, each with the version of the last change below it.
        var folders = ["": 0]
        var version = 0
        var changes: [Change] = []
        /// The first version whose successors are known.
        var firstKnown = 0

        mutating func set(_ file: File?, at path: String) {
            files[path] = file
            for folder in ScriptedTree.ancestors(of: path) { folders[folder] = version }
            changes.append(Change(version: version, path: path, file: file))
        }
    }

    private let state = Guarded(State())

    package init() {}

    /// The files, by path.
    package var files: [String: File] { state.withLock { $0.files } }

    /// The number of changes so far.
    package var version: Int { state.withLock { $0.version } }

    /// The folders, each with a tag that differs after every change below it.
    package var folderTags: [String: Int] { state.withLock { $0.folders } }

    /// Returns the changes after `version`; `nil` if the tree has forgotten them.
    package func changes(after version: Int) -> [Change]? {
        state.withLock { state in
            guard (state.firstKnown...state.version).contains(version) else { return nil }
            return state.changes.filter { $0.version > version }
        }
    }

    /// Writes new contents to each of `paths`.
    package func write(_ paths: String...) { write(paths) }

    /// Writes new contents to each of `paths`.
    package func write(_ paths: [String]) {
        state.withLock { state in
            for path in paths {
                state.version += 1
                let file = File(
                    number: state.files[path]?.number ?? state.version, tag: state.version,
                    content: state.version)
                state.set(file, at: path)
            }
        }
    }

    /// Removes the file at `path`, or the folder with everything below it.
    package func remove(_ path: String) {
        state.withLock { state in
            state.version += 1
            let inside = { (other: String) in other == path || other.hasPrefix(path + "/") }
            state.set(nil, at: path)
            state.files = state.files.filter { !inside($0.key) }
            state.folders = state.folders.filter { !inside($0.key) }
        }
    }

    /// Moves or renames the file at `path`.
    package func move(_ path: String, to newPath: String) {
        state.withLock { state in
            guard let file = state.files[path] else { preconditionFailure("no file at \(path)") }
            state.version += 1
            state.set(nil, at: path)
            state.set(
                File(number: file.number, tag: state.version, content: file.content), at: newPath)
        }
    }

    /// Forgets the changes so far, as a server does that reorganizes its data.
    package func forgetChanges() {
        state.withLock { state in
            state.version += 1
            state.firstKnown = state.version
            for folder in state.folders.keys { state.folders[folder] = state.version }
        }
    }

    /// The folders above `path`, the root first.
    package static func ancestors(of path: String) -> [String] {
        path.indices.filter { path[$0] == "/" }.map { String(path[..<$0]) }
    }
}
