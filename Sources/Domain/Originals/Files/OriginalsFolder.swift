import DurableFiles
import Foundation
import PhotoFeed

/// The folder of the originals, in which no file is ever overwritten.
///
/// ```text
/// DIR/2024/05/photo.jpg        the originals, as the layout names them
/// DIR/.photopark/parts/        downloads until their files survive a power cut
/// DIR/.photopark/versions/     files whose original has changed on the server
/// DIR/.photopark/lock          excludes a second run
/// ```
///
/// Each folder below DIR is opened by its name in the open parent, and a link is refused. A folder
/// that is replaced by a link meanwhile therefore changes nothing outside DIR.
///
/// Several libraries with different paths may have one DIR: the names of their downloads differ, so
/// that none continues those of another one. None removes them, either, unless they are old.
///
/// A placed file keeps its name in `parts`, too, until its final name and its row survive a power
/// cut. A kill or a power cut before that leaves the download under one or both of the names, and
/// the next run puts it in place without another download, also if the server states no content
/// hash. One after that leaves at most the name in `parts` of a file that is done, which the next
/// run removes.
///
/// Confined to one scheduler; every call blocks on the disk.
final class OriginalsFolder {  // not @Schedulable: confined to the scheduler of its owner
    static let hidden = ".photopark"
    /// The folder for the files of deleted photos.
    static let trash = ".trash"
    /// The number of folders with new names, and of those with former ones, that stay open.
    private static let openLimit = 64

    let path: String
    private let root: DurableFolder
    let parts: DurableFolder
    /// The digits with which the names of the library's downloads begin.
    let owner: String
    private let lock: FolderLock
    private var lastFolder: (path: String, folder: DurableFolder)?
    /// The folders with new names that are not flushed yet.
    private var unflushed: [String: DurableFolder] = [:]
    /// The folders with former names, each of which is open once.
    private var formerFolders: [String: DurableFolder] = [:]
    /// The former names of moved files, which are removed when their new names are flushed.
    private var former: [(folder: DurableFolder, name: String, file: FileStatus)] = []
    /// The failure of an earlier flush; the system reports lost names only once.
    private var flushFailure: FeedError?

    /// The use of the folder.
    enum Access {
        /// Nothing is changed, so that a disk that is read-only is enough.
        case reading
        case writing
    }

    /// The result of giving a file a path.
    enum Placing: Equatable {
        case placed
        /// Another file or folder has the path.
        case taken
    }

    /// Whether the folder at `path` has originals; it has none while its disk is not mounted.
    static func exists(at path: String) -> Bool {
        FileStatus(path: path + "/" + hidden)?.kind == .folder
    }

    /// Opens the folder at `path`, which an earlier run of the library at `library` has filled.
    ///
    /// - Throws: `.libraryUnusable` if it is missing; `.libraryLocked` while another run uses it.
    convenience init(
        existing path: String, of library: String, for access: Access = .writing
    ) throws(FeedError) {
        try Self.requireExistence(at: path)
        try self.init(path: path, of: library, for: access)
    }

    /// Checks that the folder at `path` has originals.
    ///
    /// - Throws: `.libraryUnusable` if it has none, for example because its disk is not mounted.
    static func requireExistence(at path: String) throws(FeedError) {
        guard !exists(at: path) else { return }
        throw FeedError(
            .libraryUnusable, "\(path) does not contain the originals",
            advice: "mount its disk, or choose another folder with sync --originals --to DIR")
    }

    /// Opens the folder at `path` for the library at `library`, and creates it if it is missing.
    ///
    /// - Throws: `.libraryLocked` while another run uses it; `.libraryUnusable` if another user can
    ///   change the folders of the program in it, or if it cannot have hard links.
    init(path: String, of library: String, for access: Access = .writing) throws(FeedError) {
        let isWriting = access == .writing
        let (root, internals) = try OriginalsErrors.mapping(path) {
            let root = try DurableFolder(creating: path)
            return (root, try root.ownFolder(named: Self.hidden, creating: isWriting))
        }
        lock = try OriginalsErrors.mapping(path) {
            try FolderLock("lock", in: internals, isReading: !isWriting)
        }
        parts = try OriginalsErrors.mapping(path) {
            let parts = try internals.ownFolder(named: "parts", creating: isWriting)
            // Interrupted downloads can be resumed for a month.
            if isWriting { try parts.sweep(olderThan: Self.partAge) }
            return parts
        }
        if isWriting { try Self.requireHardLinks(in: internals) }
        // One library has one name, whatever links its path has.
        let place = URL(filePath: library).resolvingSymlinksInPath().path
        owner = OriginalDigits.of(place, count: 8)
        self.root = root
        self.path = path
    }

    /// Checks that the file system has hard links, before anything is downloaded.
    private static func requireHardLinks(in folder: DurableFolder) throws(FeedError) {
        let name = "link"
        do throws(DurableFileError) {
            // A killed run may have left the name.
            _ = try folder.link("lock", to: name, in: folder)
            try folder.remove(name)
        } catch {
            throw failure(error.systemError, "make the link", "\(folder.path)/\(name)")
        }
    }

    /// The number of bytes that can still be stored.
    func availableSpace() throws(FeedError) -> Int64 {
        try OriginalsErrors.mapping(path) { try root.availableSpace() }
    }

    /// The status of the file at a path below DIR; `nil` if there is none.
    ///
    /// - Throws: `.libraryUnusable` if a folder on the way is a link.
    func status(of path: String) throws(FeedError) -> FileStatus? {
        guard let (folder, name) = try existing(path) else { return nil }
        return FileStatus(path: folder.descriptorPath + "/" + name)
    }

    /// Gives a complete download a path below DIR, unless that is taken.
    ///
    /// It keeps its name in `parts` until `removePlacedPart`.
    ///
    /// - Parameter modified: the time of the file's last change.
    func place(
        _ part: OwnFile, at path: String, modified: FeedTime
    ) throws(FeedError) -> Placing {
        // A file system may not keep such a time; the content is the same.
        try? part.setModified(modified.secondsSinceEpoch)
        return try link(part.status, to: path) { name, folder throws(DurableFileError) in
            try part.link(to: name, in: folder)
        }
    }

    /// Takes the name of a file that a killed run has placed for one that is not flushed.
    func flushLater(_ path: String) throws(FeedError) {
        if let (folder, _) = try existing(path) { try flushLater(in: folder) }
    }

    /// Takes a folder for one with new names, and flushes if many folders are open.
    private func flushLater(in folder: DurableFolder) throws(FeedError) {
        unflushed[folder.path] = folder
        try flushIfManyAreOpen()
    }

    private func flushIfManyAreOpen() throws(FeedError) {
        if openCount > Self.openLimit { try flush() }
    }

    private var openCount: Int { max(unflushed.count, formerFolders.count) }

    /// Moves a file to another path below DIR, unless that is taken.
    ///
    /// Until `flush()` the file has both names, so that a power cut does not lose it. A file that
    /// another program saves under the former name meanwhile keeps it.
    func move(_ path: String, to other: String) throws(FeedError) -> Placing {
        // Before the link: a file that replaces this one afterwards is another one.
        guard let (folder, name) = try existing(path),
            let file = FileStatus(path: folder.descriptorPath + "/" + name)
        else { return .taken }
        let placing = try link(file, to: other) { last, target throws(DurableFileError) in
            try folder.link(name, to: last, in: target)
        }
        guard placing == .placed else { return .taken }
        let known = formerFolders[folder.path] ?? folder
        formerFolders[folder.path] = known
        former.append((known, name, file))
        try flushIfManyAreOpen()
        return .placed
    }

    /// Moves a file to the folder of former versions, under a name that is free.
    func setAside(_ path: String, as suffix: String) throws(FeedError) {
        for number in 0..<1_000 {
            let name = number == 0 ? suffix : "\(suffix).\(number)"
            let other = "\(Self.hidden)/versions/\(Self.adding("~" + name, to: path))"
            if try move(path, to: other) == .placed { return }
        }
        throw FeedError(.storage, "cannot set aside the former version \(path)")
    }

    /// Returns a path whose last component has a suffix before its extension.
    static func adding(_ suffix: String, to path: String) -> String {
        let components = SafeName.components(of: path)
        let last = components.suffix(1).map { SafeName.adding(suffix, to: $0) }
        return (components.dropLast() + last).joined(separator: "/")
    }

    /// Renames a damaged file to `NAME.damaged`, or to a numbered name; does nothing without one.
    func setAsideDamaged(_ path: String) throws(FeedError) {
        guard try status(of: path) != nil else { return }
        for number in 1...1_000 {
            let other = path + (number == 1 ? ".damaged" : ".damaged\(number)")
            if try move(path, to: other) == .placed { return }
        }
        throw FeedError(.storage, "cannot set aside the damaged file \(path)")
    }

    /// Gives a file a further name; with a link, since a rename would replace a file.
    ///
    /// - Parameter make: makes the link; `false` if the name is taken.
    private func link(
        _ file: FileStatus, to path: String,
        _ make: (_ name: String, _ folder: DurableFolder) throws(DurableFileError) -> Bool
    ) throws(FeedError) -> Placing {
        let (folder, name) = try creating(path)
        for isFlushed in [false, true] {
            do throws(DurableFileError) {
                if try make(name, folder) { break }
            } catch {
                guard error.systemError != 0 else { throw FeedError(error, originalsAt: path) }
                throw Self.failure(error.systemError, "place", "\(folder.path)/\(name)")
            }
            // A run that was killed may have left the file with both names.
            let known = FileStatus(path: folder.descriptorPath + "/" + name)
            if let known, file.isSameFile(as: known) { break }
            // The path may be that of a file that was moved.
            guard !isFlushed, !former.isEmpty else { return .taken }
            try flush()
        }
        try flushLater(in: folder)
        return .placed
    }

    /// Flushes the names of the placed files, so that they survive a power cut.
    ///
    /// Former names of moved files are removed after that. If the disk fails, they stay, and each
    /// later flush fails, too: a second attempt may succeed although the names were lost.
    func flush() throws(FeedError) {
        if let flushFailure { throw flushFailure }
        do throws(FeedError) {
            try OriginalsErrors.mapping(path) {
                for path in unflushed.keys.sorted() { try unflushed[path]?.synchronize() }
                unflushed = [:]
                for (folder, name, file) in former {
                    let present = FileStatus(path: folder.descriptorPath + "/" + name)
                    // The last name of a file stays, whatever has happened to the new one. On a
                    // disk that ignores case, both can be one name.
                    if let present, present.isSameFile(as: file), present.linkCount > 1 {
                        try folder.remove(name)
                    }
                }
                former = []
                // A former name that a power cut brings back would be taken for an edited file.
                for path in formerFolders.keys.sorted() {
                    try formerFolders[path]?.synchronize()
                }
                formerFolders = [:]
            }
        } catch {
            flushFailure = error
            throw error
        }
    }

    /// Returns the digests of the file at a path; `nil` if it is not a regular file, or cannot be
    /// read.
    ///
    /// - Parameter hash: the hash that the server states.
    func hash(
        of path: String, expecting hash: ContentHash?
    ) throws(FeedError) -> OriginalHash? {
        guard let (folder, name) = try existing(path) else { return nil }
        // Without following a link, and without waiting for the writer of a pipe.
        let descriptor = open(
            folder.descriptorPath + "/" + name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            let number = errno
            if [ENOENT, ELOOP, ENXIO, EACCES, EPERM, EIO].contains(number) { return nil }
            throw Self.failure(number, "read", "\(self.path)/\(path)")
        }
        defer { _ = close(descriptor) }
        guard FileStatus(descriptor: descriptor)?.kind == .regular else { return nil }
        return try self.hash(ofFile: descriptor, named: path, expecting: hash)
    }

    /// Returns the digests of a complete download.
    func hash(
        of part: OwnFile, expecting expected: ContentHash?
    ) throws(FeedError) -> OriginalHash? {
        try hash(ofFile: part.descriptor, named: "download", expecting: expected)
    }

    private func hash(
        ofFile descriptor: Int32, named name: String, expecting expected: ContentHash?
    ) throws(FeedError) -> OriginalHash? {
        var hash = OriginalHash(expecting: expected)
        let isRead = try read(descriptor, named: name) { hash.update($0) }
        return isRead ? hash : nil
    }

    /// Reads a file from its beginning to its end.
    private func read(
        _ descriptor: Int32, named name: String, _ body: (UnsafeRawBufferPointer) -> Void
    ) throws(FeedError) -> Bool {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { buffer.deallocate() }
        var position: Int64 = 0
        while true {
            let count = DiskModels.read(descriptor, at: position, into: buffer)
            if count == 0 { return true }
            guard count > 0 else {
                if errno == EINTR { continue }
                if errno == EIO { return false }
                throw Self.failure(errno, "read", "\(path)/\(name)")
            }
            body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            position += Int64(count)
        }
    }

    /// Calls `body` with the descriptor of the file at a path; `nil` if there is none.
    ///
    /// No link is followed.
    func reading<Value>(
        _ path: String, _ body: (_ descriptor: Int32) -> Value?
    ) throws(FeedError) -> Value? {
        guard let (folder, name) = try existing(path) else { return nil }
        let descriptor = open(
            folder.descriptorPath + "/" + name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { _ = close(descriptor) }
        return body(descriptor)
    }

    /// The open folder of a path and its last name; `nil` if the folder does not exist.
    private func existing(_ path: String) throws(FeedError) -> (DurableFolder, String)? {
        do throws(DurableFileError) {
            return try find(path, creating: false)
        } catch {
            if error.code == .notFound { return nil }
            throw Self.refusal(error, path)
        }
    }

    private func creating(_ path: String) throws(FeedError) -> (DurableFolder, String) {
        do throws(DurableFileError) {
            return try find(path, creating: true)
        } catch {
            if error.code == .notFound {
                throw FeedError(
                    .libraryUnusable,
                    "\(error.path) was moved or removed while an original was put into it",
                    cause: error)
            }
            throw Self.refusal(error, path)
        }
    }

    func find(
        _ path: String, creating: Bool
    ) throws(DurableFileError) -> (DurableFolder, String) {
        var components = SafeName.components(of: path)
        let name = components.popLast() ?? ""
        let parent = components.joined(separator: "/")
        if let lastFolder, lastFolder.path == parent, !creating { return (lastFolder.folder, name) }
        // The folders for former versions, and for the files of deleted photos.
        let isOwn = [Self.hidden, Self.trash].contains(components.first)
        var folder = root
        for component in components {
            folder = try folder.folder(named: component, creatingWith: creating ? 0o700 : nil)
            if isOwn { try folder.requireOwnership() }
        }
        lastFolder = (parent, folder)
        return (folder, name)
    }

    static func refusal(_ error: DurableFileError, _ path: String) -> FeedError {
        guard [.notRegularFile, .notAFolder].contains(error.code) else {
            return FeedError(error, originalsAt: path)
        }
        return FeedError(
            .libraryUnusable,
            "\(error.path) is not a folder: a link inside the folder of the originals is not "
                + "followed", cause: error)
    }

    static func failure(_ number: Int32, _ verb: String, _ path: String) -> FeedError {
        let reason = String(cString: strerror(number))
        switch number {
        case ENOSPC, EDQUOT:
            return FeedError(.diskFull, "no space is left for the original \(path)")
        case EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK, EXDEV:
            return FeedError(
                .libraryUnusable,
                "cannot \(verb) \(path): \(reason) (the file system must have hard links)",
                advice: "choose another folder with sync --originals --to DIR")
        default: return FeedError(.storage, "cannot \(verb) \(path): \(reason)")
        }
    }
}

extension FileStatus {
    /// The time of the last change in nanoseconds since 1970; limited to the years around now.
    var modifiedNanoseconds: Int64 {
        let (product, isOverflow) = modified.seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return isOverflow ? 0 : product &+ modified.nanoseconds
    }

    /// Whether both are the status of one file.
    func isSameFile(as other: FileStatus) -> Bool {
        device == other.device && inode == other.inode
    }
}
