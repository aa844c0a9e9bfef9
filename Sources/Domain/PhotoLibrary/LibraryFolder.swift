import DurableFiles
import Foundation
import PhotoFeed

/// The folder that a library is in, and the right to write there.
///
/// ```text
/// DIR/library.sqlite    nodes, cursor, and what is known of thumbnails
/// DIR/thumbnails/ab/…   pictures, named by a hash
/// DIR/lock              carries the kernel's lock
/// DIR/holder            who took it last
/// ```
struct LibraryFolder: ~Copyable {
    let path: String
    private let folder: DurableFolder
    private let lock: FolderLock

    /// Takes the folder at `path` for this process, and creates it where it is not there.
    ///
    /// - Throws: `.libraryLocked` and who holds it, `.libraryUnusable` when others could write into it.
    init(locking path: String) throws(FeedError) {
        let folder = try naming(path) { try DurableFolder(creating: path) }
        try Self.checkOwner(of: path)
        try Self.checkContent(of: folder)
        let lock = try Self.lock(folder)
        // What was being written when its writer was killed; nobody else writes here now.
        try naming(path) { _ = try folder.sweep(olderThan: .zero) }
        try Self.nameHolder(in: folder)
        self.lock = lock
        self.folder = folder
        self.path = path
    }

    /// A folder becomes a library's when there is nothing in it yet but hidden files.
    ///
    /// A run that was killed before it had a database has left its lock, and beside it only what has a name of ours.
    private static func checkContent(of folder: DurableFolder) throws(FeedError) {
        var names: Set<String> = []
        try naming(folder.path) {
            try folder.forEachName { if !$0.hasPrefix(".") { names.insert($0) } }
        }
        let isBegun =
            names.contains("lock") && names.isSubset(of: ["lock", "holder", "thumbnails"])
        guard names.isEmpty || names.contains("library.sqlite") || isBegun else {
            throw FeedError(
                .libraryUnusable, "the folder \(folder.path) holds something that is not a library")
        }
    }

    private static func nameHolder(in folder: DurableFolder) throws(FeedError) {
        let program = ProcessInfo.processInfo
        let start = FeedTime(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
        let text = "\(program.processName), process \(program.processIdentifier), since \(start)"
        try naming(folder.path) {
            try folder.write(text.utf8, named: "holder", durability: .atomic)
        }
    }

    private static func lock(_ folder: DurableFolder) throws(FeedError) -> FolderLock {
        do throws(DurableFileError) {
            return try FolderLock("lock", in: folder)
        } catch {
            guard error.code == .locked else { throw FeedError(error, library: folder.path) }
            throw FeedError(
                .libraryLocked,
                "the library \(folder.path) is held by \(holder(of: folder.path))", cause: error)
        }
    }

    /// Checks that `path` is a library's folder which only its owner can write into.
    static func checkReadable(_ path: String) throws(FeedError) {
        var status = stat()
        guard stat(databasePath(in: path), &status) == 0 else {
            guard errno == ENOENT || errno == ENOTDIR else {
                throw FeedError(
                    .libraryUnusable,
                    "the library \(path) cannot be opened: \(String(cString: strerror(errno)))")
            }
            throw FeedError(.libraryNotFound, "there is no library in \(path)")
        }
        try checkOwner(of: path)
    }

    /// Whether nobody can write into the folder at `path`, and its database is whole without a log.
    static func isAtRest(_ path: String) -> Bool {
        var status = stat()
        let hasLog = stat(databasePath(in: path) + "-wal", &status) == 0 && status.st_size > 0
        return !hasLog && access(path, W_OK) != 0
    }

    /// Whether there is less space left than a page of the database takes, with its share of the log.
    static func isDiskFull(at path: String) -> Bool {
        var status = statvfs()
        return statvfs(path, &status) == 0
            && UInt64(status.f_bavail) * UInt64(status.f_frsize) < 64 << 10
    }

    static func databasePath(in path: String) -> String { path + "/library.sqlite" }

    var thumbnails: DurableFolder {
        get throws(FeedError) {
            try naming(path) { try folder.folder(named: "thumbnails", creatingWith: 0o700) }
        }
    }

    private static func holder(of path: String) -> String {
        let text = try? String(contentsOfFile: path + "/holder", encoding: .utf8)
        return text ?? "another run"
    }

    private static func checkOwner(of path: String) throws(FeedError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw FeedError(.libraryUnusable, "the folder \(path) cannot be inspected")
        }
        guard status.st_uid == geteuid() else {
            throw FeedError(.libraryUnusable, "the folder \(path) belongs to another user")
        }
        guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
            throw FeedError(
                .libraryUnusable, "other users can write into the folder \(path)")
        }
    }
}
