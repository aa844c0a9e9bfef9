import DurableFiles
import Foundation
import PhotoFeed

/// The folder of a library, held open, and, for a writer, the right to write there.
///
/// ```text
/// DIR/library.sqlite    nodes, cursor, and what is known of thumbnails
/// DIR/thumbnails/ab/…   pictures, named by a hash
/// DIR/lock              carries the kernel's lock
/// DIR/holder            who took it last
/// ```
///
/// Its owner and permissions are checked on the descriptor through which everything is reached afterwards, so
/// that a folder swapped for another one in between has no effect. Every file has the permission bits 0600.
final class LibraryFolder {  // not @Schedulable: it keeps constants only
    let path: String
    private let folder: DurableFolder
    /// `nil` for a reader.
    private let lock: FolderLock?

    private static let database = "library.sqlite"

    /// Takes the folder at `path` for this process, and creates it where it is missing.
    ///
    /// - Throws: `.libraryLocked` and who holds it, `.notALibrary`, `.libraryUnusable` when others can write into it.
    init(locking path: String) throws(FeedError) {
        let folder = try naming(path) { try DurableFolder(creating: path) }
        try Self.checkOwner(of: folder)
        try Self.checkContent(of: folder)
        let lock = try Self.lock(folder)
        // Files left by a killed writer; the lock excludes any other one.
        try naming(path) { _ = try folder.sweep(olderThan: .zero) }
        try Self.nameHolder(in: folder)
        try naming(path) {
            // SQLite gives its log and its index of the log the permissions of the database.
            try folder.restrictToOwner(Self.database, creating: true)
            for suffix in ["-wal", "-shm", "-journal"] {
                try folder.restrictToOwner(Self.database + suffix)
            }
        }
        self.lock = consume lock
        self.folder = folder
        self.path = path
    }

    /// Opens the folder of a library that is only read.
    ///
    /// - Throws: `.libraryNotFound`, `.libraryUnusable` when others can write into it.
    init(reading path: String) throws(FeedError) {
        folder = try Self.open(path)
        lock = nil
        self.path = path
        guard folder.length(of: Self.database) != nil else {
            throw FeedError(.libraryNotFound, "there is no library in \(path)")
        }
        try Self.checkOwner(of: folder)
    }

    private static func open(_ path: String) throws(FeedError) -> DurableFolder {
        do throws(DurableFileError) {
            return try DurableFolder(path: path)
        } catch {
            guard [.notFound, .notAFolder].contains(error.code) else {
                throw FeedError(
                    .libraryUnusable, "the library \(path) cannot be opened: \(error.reason)",
                    cause: error)
            }
            throw FeedError(.libraryNotFound, "there is no library in \(path)", cause: error)
        }
    }

    /// Checks that the folder is empty but for hidden files, or holds a library.
    ///
    /// A run that was killed before it created the database leaves its lock, and beside it only names of ours.
    private static func checkContent(of folder: DurableFolder) throws(FeedError) {
        var names: Set<String> = []
        try naming(folder.path) {
            try folder.forEachName { if !$0.hasPrefix(".") { names.insert($0) } }
        }
        let isBegun =
            names.contains("lock") && names.isSubset(of: ["lock", "holder", "thumbnails"])
        guard names.isEmpty || names.contains(database) || isBegun else {
            throw FeedError(
                .notALibrary, "the folder \(folder.path) holds something that is not a library")
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
                "the library \(folder.path) is held by \(holder(in: folder))", cause: error)
        }
    }

    /// The database's name for SQLite: a URI that reaches it through the folder's descriptor.
    func databaseURI(immutable: Bool = false) -> String {
        let name = (folder.anchoredPath + "/" + Self.database)
            .addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
        return "file:\(name ?? path)?vfs=\(AnchoredVFS.name)" + (immutable ? "&immutable=1" : "")
    }

    /// Whether nobody can write into the folder, and the database is complete without a log.
    var isAtRest: Bool {
        let logLength = folder.length(of: Self.database + "-wal") ?? 0
        return logLength == 0 && access(folder.anchoredPath, W_OK) != 0
    }

    /// Whether less space is left than a page of the database takes, with its share of the log.
    static func isDiskFull(at path: String) -> Bool {
        var status = statvfs()
        return statvfs(path, &status) == 0
            && UInt64(status.f_bavail) * UInt64(status.f_frsize) < 64 << 10
    }

    /// The bytes of the thumbnail `name`; `nil` when there is no such file.
    func length(of name: ThumbnailName) -> Int64? { folder.length(of: name.path) }

    var thumbnails: DurableFolder {
        get throws(FeedError) {
            try naming(path) { try folder.folder(named: "thumbnails", creatingWith: 0o700) }
        }
    }

    private static func holder(in folder: DurableFolder) -> String {
        let text = try? String(contentsOfFile: folder.anchoredPath + "/holder", encoding: .utf8)
        return text ?? "another run"
    }

    private static func checkOwner(of folder: DurableFolder) throws(FeedError) {
        let (owner, mode) = try naming(folder.path) { try folder.permissions() }
        guard owner == geteuid() else {
            throw FeedError(.libraryUnusable, "the folder \(folder.path) belongs to another user")
        }
        guard mode & 0o022 == 0 else {
            throw FeedError(
                .libraryUnusable, "other users can write into the folder \(folder.path)")
        }
    }
}
