import DurableFiles
import Synchronization

/// A file that only its owner can read.
///
/// ```swift
/// let store = try KeyedStore(FileBackend(path: "photopark/settings.json"))
/// ```
///
/// An update atomically replaces the file. After `update` has returned, the new file survives a
/// power cut. The last step is the flush of the folder. If it fails, `update` throws although the
/// new values are in place; the next update reads them. A symbolic link in place of the file is
/// refused. The file has the permission bits 0600 whatever the umask, and a file that other users
/// can read is refused. The file `NAME.lock` beside it is the lock of the updates; never remove it
/// while a program runs. The first update creates the folder if it does not exist.
///
/// Damaged data is copied to `NAME.damaged-DATE-NUMBER`.
public final class FileBackend: KeyedStoreBackend {
    /// The path of the file.
    public let path: String
    private let folderPath: String
    private let name: String
    private let lockTimeout: Duration
    private let hasSwept = Atomic(false)

    /// Creates a backend for the file at `path`, which need not exist.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - lockTimeout: how long an update waits for the update of another process.
    public init(path: String, lockTimeout: Duration = .seconds(10)) {
        self.path = path
        self.lockTimeout = lockTimeout
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        name = slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
        folderPath = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }

    /// The path.
    public var place: String { "file \(path)" }

    /// Reads the file; `nil` if it does not exist.
    public func load() throws(KeyedStoreError) -> [UInt8]? {
        let folder = try KeyedStoreError.mapping(place) {
            () throws(DurableFileError) -> DurableFolder? in
            do throws(DurableFileError) {
                return try DurableFolder(path: folderPath)
            } catch {
                guard error.code == .notFound else { throw error }
                return nil
            }
        }
        guard let folder else { return nil }
        return try read(in: folder)
    }

    /// Replaces the file while its lock is held.
    public func update(_ change: (_ stored: [UInt8]?) throws -> StoredChange) throws {
        let folder = try KeyedStoreError.mapping(place) { () throws(DurableFileError) in
            try DurableFolder(creating: folderPath)
        }
        let lock = try KeyedStoreError.mapping(place) { () throws(DurableFileError) in
            try FolderLock("\(name).lock", in: folder, waitingFor: lockTimeout)
        }
        defer { withExtendedLifetime(lock) {} }
        try sweep(folder)
        let next = try change(try read(in: folder))
        try KeyedStoreError.mapping(place) { () throws(DurableFileError) in
            switch next {
            case .keep: break
            case .save(let data): try folder.write(data, named: name)
            case .erase: try folder.remove(name, durability: .full)
            }
        }
    }

    /// Copies damaged data to a file beside this one.
    public func setAside(_ data: [UInt8], suffix: String) throws(KeyedStoreError) -> String {
        let copy = "\(path).\(suffix)"
        try KeyedStoreError.mapping(place) { () throws(DurableFileError) in
            try DurableFile.write(data, to: copy)
        }
        return "file \(copy)"
    }

    private func read(in folder: DurableFolder) throws(KeyedStoreError) -> [UInt8]? {
        do throws(DurableFileError) {
            return try folder.read(name, limit: StoreImage.limit, isPrivate: true)
        } catch {
            if error.code == .notFound { return nil }
            throw KeyedStoreError(error, place: place)
        }
    }

    /// Removes the temporary files of writers that were killed; the lock is held.
    ///
    /// They may contain secrets.
    private func sweep(_ folder: DurableFolder) throws(KeyedStoreError) {
        if hasSwept.exchange(true, ordering: .relaxed) { return }
        _ = try KeyedStoreError.mapping(place) { () throws(DurableFileError) in
            try folder.sweep(olderThan: .zero, of: name)
        }
    }
}
