import DurableFiles
import Foundation
import PhotoFeed

/// The open folder of a library, with the lock that allows writing in the case of a writer.
///
/// ```text
/// DIR/library.sqlite    nodes, cursor, and what is known of thumbnails
/// DIR/thumbnails/1.pack pictures, many in a file
/// DIR/lock              carries the kernel's lock
/// DIR/holder            who took it last
/// DIR/.watch.lock       carries the lock of a watch (`LibraryWatchLock`)
/// DIR/.watch.holder     who took that one last
/// ```
///
/// The owner and the permissions are checked on the descriptor through which all files are accessed
/// afterwards. So it has no effect if the folder is replaced by another one after the check. Every
/// file has the permission bits 0600.
final class LibraryFolder {  // not @Schedulable: it keeps constants only
    let path: String
    private let folder: DurableFolder
    /// The lock of a writer; `nil` for a reader.
    private let lock: FolderLock?
    /// The database when the folder was opened.
    private let opened: FileStatus?

    private static let database = "library.sqlite"

    /// Locks the folder at `path` for this process, and creates it if it is missing.
    ///
    /// - Throws: `.libraryLocked` with the name of the holder, `.notALibrary`, or
    ///   `.libraryUnusable` if others can write into the folder.
    init(locking path: String) throws(FeedError) {
        let folder = try Self.writable(path)
        let lock = try Self.lock(folder)
        // Removes the files that a killed writer left; the lock excludes any other writer.
        try mapErrors(path) { _ = try folder.sweep(olderThan: .zero) }
        try Self.nameHolder(in: folder)
        try mapErrors(path) {
            // SQLite gives its log and its index of the log the permissions of the database.
            try folder.restrictToOwner(Self.database, creating: true)
            for suffix in ["-wal", "-shm", "-journal"] {
                try folder.restrictToOwner(Self.database + suffix)
            }
        }
        self.lock = consume lock
        opened = Self.status(ofDatabaseIn: folder)
        self.folder = folder
        self.path = path
    }

    /// Opens the folder of a library for reading only.
    ///
    /// - Throws: `.libraryNotFound`, or `.libraryUnusable` if others can write into the folder.
    init(reading path: String) throws(FeedError) {
        let folder = try Self.open(path)
        self.folder = folder
        lock = nil
        opened = Self.status(ofDatabaseIn: folder)
        self.path = path
        guard folder.length(of: Self.database) != nil else {
            throw FeedError(.libraryNotFound, "\(path) contains no library")
        }
        try mapErrors(path) { try folder.requireOwnership() }
    }

    /// Opens the folder at `path` with the checks of a writer, and creates it if it is missing.
    ///
    /// - Throws: as `init(locking:)`, except for `.libraryLocked`.
    static func writable(_ path: String) throws(FeedError) -> DurableFolder {
        let folder = try mapErrors(path) { try DurableFolder(own: path) }
        try checkContent(of: folder)
        return folder
    }

    private static func open(_ path: String) throws(FeedError) -> DurableFolder {
        do throws(DurableFileError) {
            return try DurableFolder(path: path)
        } catch {
            switch error.code {
            case .notFound, .notAFolder:
                throw FeedError(
                    .libraryNotFound, "the library \(path) does not exist", cause: error)
            case .tooManyOpenFiles, .mediumFailure, .system:
                // A later attempt may succeed.
                throw FeedError(error, library: path)
            default:
                throw FeedError(
                    .libraryUnusable, "cannot open the library \(path): \(error.reason)",
                    cause: error)
            }
        }
    }

    /// Files and folders of the program that may be beside a library: the default library is in
    /// the same folder as the accounts and all else that the program stores.
    private static let neighbours: Set = [
        "accounts", "guest.sqlite", "guest.sqlite-wal", "guest.sqlite-shm", "guest.sqlite-journal",
        "pacing.json", "pacing.json.lock", "reports", "usage", "usage.json", "usage.json.lock",
    ]

    /// Whether a file or folder of this name may be beside a library.
    private static func isNeighbour(_ name: String) -> Bool {
        // A copy of damaged settings is named after their file: `NAME.damaged-DATE-NUMBER`.
        let end = name.firstRange(of: ".damaged-")?.lowerBound ?? name.endIndex
        return name.hasPrefix(".") || neighbours.contains(String(name[..<end]))
    }

    /// Checks that the folder contains a library, or nothing but hidden files and neighbours.
    ///
    /// A run that was killed before it created the database leaves its lock, and no names other
    /// than ours.
    private static func checkContent(of folder: DurableFolder) throws(FeedError) {
        var names: Set<String> = []
        try mapErrors(folder.path) {
            try folder.forEachName {
                if !isNeighbour($0) { names.insert($0) }
            }
        }
        let isBegun =
            names.contains("lock") && names.isSubset(of: ["lock", "holder", "thumbnails"])
        guard names.isEmpty || names.contains(database) || isBegun else {
            throw FeedError(
                .notALibrary, "the folder \(folder.path) has contents, but is not a library")
        }
    }

    /// Writes the name of this process into a file, for the message to the next one.
    static func nameHolder(
        in folder: DurableFolder, file: String = "holder"
    ) throws(FeedError) {
        let program = ProcessInfo.processInfo
        let (name, number) = (program.processName, program.processIdentifier)
        let text = "\(name), process \(number), since \(FeedTime.now())"
        try mapErrors(folder.path) {
            try folder.write(text.utf8, named: file, durability: .atomic)
        }
    }

    private static func lock(_ folder: DurableFolder) throws(FeedError) -> FolderLock {
        do throws(DurableFileError) {
            return try FolderLock("lock", in: folder)
        } catch {
            guard error.code == .locked else { throw FeedError(error, library: folder.path) }
            throw FeedError(
                .libraryLocked,
                "the library \(folder.path) is locked by \(holder(in: folder))", cause: error)
        }
    }

    /// Whether the path still leads to this folder, and the folder has the same database.
    var isInPlace: Bool {
        guard folder.isInPlace, let present = Self.status(ofDatabaseIn: folder) else {
            return false
        }
        return (present.device, present.inode) == (opened?.device, opened?.inode)
    }

    private static func status(ofDatabaseIn folder: DurableFolder) -> FileStatus? {
        FileStatus(path: folder.descriptorPath + "/" + database)
    }

    /// The path of the database, through the folder's descriptor.
    var databasePath: String { folder.descriptorPath + "/" + Self.database }

    /// Returns the folder of the thumbnails; `.notFound` if it is missing, and not created.
    func thumbnails(creating: Bool) throws(DurableFileError) -> DurableFolder {
        try folder.ownFolder(named: "thumbnails", creating: creating)
    }

    /// The name of the process that took the lock last.
    static func holder(in folder: DurableFolder, file: String = "holder") -> String {
        let text = try? String(contentsOfFile: folder.descriptorPath + "/" + file, encoding: .utf8)
        return text ?? "another run"
    }
}
