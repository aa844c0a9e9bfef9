import Digests
import DurableFiles
import Foundation
import PhotoFeed

/// The files of the thumbnails.
///
/// Each file is placed as a whole, but is not flushed, which would take longer than fetching it.
/// Only a power cut or a system crash loses such a file. Therefore the next run checks the lengths
/// of all files after a restart of the machine, after a run that was killed, and if the fingerprint
/// of the files has changed.
final class ThumbnailFiles {  // not @Schedulable: used on GRDB's queue
    private let folder: DurableFolder
    /// The shard folders that were written to, held open: later writes need no further open.
    private var shelves: [String: DurableFolder] = [:]
    /// The largest number of open shard folders: a quarter of the files that the process may open.
    private let shelfLimit = sysconf(Int32(_SC_OPEN_MAX)) / 4

    init(in library: LibraryFolder) throws(FeedError) {
        folder = try library.thumbnails
    }

    func write(_ bytes: [UInt8], named name: ThumbnailName) throws(DurableFileError) {
        do throws(DurableFileError) {
            try shelf(of: name)
                .write(bytes, named: name.file, durability: .atomic)
        } catch {
            // The shard folder does not exist yet, or was removed.
            guard error.code == .notFound else { throw error }
            shelves[name.shelf] = nil
            try shelf(of: name, creatingWith: 0o700)
                .write(bytes, named: name.file, durability: .atomic)
        }
    }

    private func shelf(
        of name: ThumbnailName, creatingWith mode: UInt32? = nil
    ) throws(DurableFileError) -> DurableFolder {
        if let shelf = shelves[name.shelf] { return shelf }
        let shelf = try folder.folder(named: name.shelf, creatingWith: mode)
        if shelves.count < shelfLimit { shelves[name.shelf] = shelf }
        return shelf
    }

    func remove(_ name: ThumbnailName) throws {
        do {
            try folder.folder(named: name.shelf).remove(name.file)
        } catch  where error.code == .notFound {
            // A shard folder that does not exist has no file to remove.
        }
    }

    /// The number of files whose lengths are part of the fingerprint; they take about 50 ms.
    private static let inspectedFiles = 20_000

    /// Returns a fingerprint of the files, which shows whether they have changed.
    ///
    /// It changes after a restart of the machine, after a file was added, removed or replaced, and
    /// after one of the first `inspectedFiles` files has changed its length.
    func look(inspecting limit: Int = inspectedFiles) throws -> String {
        var shelves: [String] = []
        try folder.forEachName { shelves.append($0) }
        var hasher = SHA256()
        var inspected = 0
        for name in shelves.sorted() {
            guard let shelf = try? folder.folder(named: name) else { continue }
            let (seconds, nanoseconds) = try shelf.lastChange()
            hasher.update("\(name) \(seconds) \(nanoseconds)\n".utf8)
            guard inspected < limit else { continue }
            let (files, bytes) = try shelf.extent()
            inspected += files
            hasher.update("\(files) \(bytes)\n".utf8)
        }
        return "\(BootSession.identifier) \(hasher.digest().prefix(16).hexadecimal)"
    }

    /// Removes the files that `isKnown` rejects, such as those of killed writers; folders stay.
    func removeStrays(_ isKnown: (ThumbnailName) throws -> Bool) throws {
        var shelves: [String] = []
        try folder.forEachName { shelves.append($0) }
        for name in shelves {
            guard name.utf8.count == 2, let shelf = try? folder.folder(named: name) else {
                continue
            }
            var strays: [String] = []
            var failure: (any Error)?
            try shelf.forEachName { file in
                do {
                    let isStray = try !isKnown(ThumbnailName(shelf: name, file: file))
                    if isStray { strays.append(file) }
                } catch {
                    failure = failure ?? error
                }
            }
            if let failure { throw failure }
            for stray in strays { try Self.removeFile(stray, from: shelf) }
        }
    }

    private static func removeFile(
        _ name: String, from shelf: DurableFolder
    ) throws(DurableFileError) {
        do throws(DurableFileError) {
            try shelf.remove(name)
        } catch {
            guard error.code == .isFolder else { throw error }
        }
    }
}
