import Crypto
import DurableFiles
import Foundation
import PhotoFeed

/// The thumbnails' files.
///
/// They are put in place whole, but not flushed: that would take longer than fetching them. Only a
/// machine that goes down loses something by that, and then the lengths of all files are checked by
/// the next run, as they are after a run that did not end. So they are when the shelves look different:
/// somebody has been there.
final class ThumbnailFiles {  // not @Schedulable: used on GRDB's queue
    private let folder: DurableFolder
    /// Shelves that were written to, held open: after the first pictures most find theirs here.
    private var shelves: [String: DurableFolder] = [:]
    /// A quarter of the files that the process may have open.
    private let shelfLimit = sysconf(Int32(_SC_OPEN_MAX)) / 4

    init(in library: LibraryFolder) throws(FeedError) {
        folder = try library.thumbnails
    }

    func write(_ bytes: [UInt8], named name: ThumbnailName) throws(DurableFileError) {
        do throws(DurableFileError) {
            try shelf(of: name)
                .write(bytes, named: name.file, durability: .atomic)
        } catch {
            // Its shelf is not there yet, or not any more.
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
            // A shelf that is not there holds nothing to remove.
        }
    }

    /// How many files' lengths are a part of the look: some 50 ms' worth.
    private static let inspectedFiles = 20_000

    /// What tells whether the files are as they were: another text after the machine has gone down, after a file was
    /// added, removed or replaced, and after one of the first `inspectedFiles` has changed its length.
    func look(inspecting limit: Int = inspectedFiles) throws -> String {
        var shelves: [String] = []
        try folder.forEachName { shelves.append($0) }
        var hasher = SHA256()
        var inspected = 0
        for name in shelves.sorted() {
            guard let shelf = try? folder.folder(named: name) else { continue }
            let (seconds, nanoseconds) = try shelf.lastChange()
            hasher.update(data: Array("\(name) \(seconds) \(nanoseconds)\n".utf8))
            guard inspected < limit else { continue }
            let (files, bytes) = try shelf.extent()
            inspected += files
            hasher.update(data: Array("\(files) \(bytes)\n".utf8))
        }
        let digest = hasher.finalize().prefix(16).reduce(into: "") { text, byte in
            text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return "\(BootSession.identifier) \(digest)"
    }

    /// Removes the files that `isKnown` does not know, among them what killed writers left; folders stay.
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
