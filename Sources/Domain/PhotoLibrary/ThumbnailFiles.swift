import DurableFiles
import Foundation
import PhotoFeed

/// The thumbnails' files.
///
/// They are put in place whole, but not flushed: that would take longer than fetching them. Only a
/// machine that goes down loses something by that, and then the lengths of all files are checked by
/// the next run, as they are after a run that did not end.
struct ThumbnailFiles {
    private let path: String
    private let folder: DurableFolder

    init(in library: borrowing LibraryFolder) throws(FeedError) {
        path = library.path
        folder = try library.thumbnails
    }

    func write(_ bytes: [UInt8], named name: ThumbnailName) throws {
        let shelf = try shelf(of: name)
        try shelf.write(bytes, named: name.file, durability: .atomic)
    }

    /// The folder for `name`, which is there but for the first 256 times.
    private func shelf(of name: ThumbnailName) throws(DurableFileError) -> DurableFolder {
        do throws(DurableFileError) {
            return try folder.folder(named: name.shelf)
        } catch {
            guard error.code == .notFound else { throw error }
            return try folder.folder(named: name.shelf, creatingWith: 0o700)
        }
    }

    func remove(_ name: ThumbnailName) throws {
        do {
            try folder.folder(named: name.shelf).remove(name.file)
        } catch  where error.code == .notFound {
            // A shelf that is not there holds nothing to remove.
        }
    }

    /// The bytes of the file; `nil` when there is none, or something else stands in its place.
    func length(of name: ThumbnailName) -> Int64? {
        Self.length(of: name, in: path)
    }

    /// The bytes of the file in the library at `path`; `nil` when there is none.
    static func length(of name: ThumbnailName, in path: String) -> Int64? {
        var status = stat()
        guard lstat("\(path)/\(name.path)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return Int64(status.st_size)
    }

    /// Removes the files that `isKnown` does not know, and what killed writers left.
    func removeStrays(_ isKnown: (ThumbnailName) throws -> Bool) throws {
        var shelves: [String] = []
        try folder.forEachName { shelves.append($0) }
        for name in shelves {
            guard name.utf8.count == 2, let shelf = try? folder.folder(named: name) else {
                continue
            }
            try shelf.sweep(olderThan: .zero)
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
            for stray in strays { try shelf.remove(stray) }
        }
    }
}
