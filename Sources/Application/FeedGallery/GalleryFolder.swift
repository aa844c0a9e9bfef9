import DurableFiles
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The folder of a gallery, locked for this run.
///
/// ```
/// OUTPUT/
///   index.html                  refers to the generation below; written last, in one step
///   .photopark-gallery          marks a gallery of this program, and serves as its lock
///   pages/GENERATION/           gallery.css, gallery.js, and the items: 0.js, 1.js, …; those of
///                               the first of several accounts: 1-0.js, 1-1.js, …
///   thumbnails/ID-VERSION.jpg   by identifier in hexadecimal, and version of the content
/// ```
///
/// Until the new `index.html` is in place, the old one finds all its files. After that, files that
/// no page refers to are removed. The next run removes the files of a killed run. A run that fails
/// removes the files that it has written.
struct GalleryFolder: ~Copyable {
    private static let mark = ".photopark-gallery"

    let path: String
    let generation: String
    private let root: DurableFolder
    private let generations: DurableFolder
    private let page: DurableFolder
    private let thumbnails: DurableFolder
    private let lock: FolderLock
    /// Whether this run has created the folder.
    private let isNew: Bool

    init(path: String) throws(DurableFileError) {
        let isNew = (try? DurableFolder(path: path)) == nil
        let root = try DurableFolder(creating: path, mode: 0o755)
        do throws(DurableFileError) {
            try self.init(root: root, isNew: isNew)
        } catch {
            if isNew, error.code != .locked { Self.remove(root) }
            throw error
        }
    }

    private init(root: DurableFolder, isNew: Bool) throws(DurableFileError) {
        let lock = try FolderLock(Self.mark, in: root)
        let generations = try root.folder(named: "pages", creatingWith: 0o755)
        let thumbnails = try root.folder(named: "thumbnails", creatingWith: 0o755)
        let random = String(UInt64.random(in: .min ... .max), radix: 16)
        let generation = String(repeating: "0", count: 16 - random.count) + random
        let page = try generations.folder(named: generation, creatingWith: 0o755)
        path = root.path
        self.generation = generation
        self.isNew = isNew
        self.root = root
        self.generations = generations
        self.page = page
        self.thumbnails = thumbnails
        self.lock = lock
    }

    /// Whether a gallery may be written here: the folder is missing, empty, or already a gallery.
    static func isOurs(_ path: String) throws(DurableFileError) -> Bool {
        let folder: DurableFolder
        do {
            folder = try DurableFolder(path: path)
        } catch {
            guard error.code == .notFound else { throw error }
            return true
        }
        var isEmpty = true
        var isMarked = false
        try folder.forEachName { name in
            isEmpty = false
            if name == mark { isMarked = true }
        }
        return isEmpty || isMarked
    }

    func writePage(
        _ bytes: some Collection<UInt8>, named name: String
    ) throws(DurableFileError) {
        try page.write(bytes, named: name, mode: 0o644)
    }

    func writeIndex(_ text: String) throws(DurableFileError) {
        try root.write(text.utf8, named: "index.html", mode: 0o644)
    }

    /// Stores a thumbnail; `nil` if it cannot be read or is not a picture.
    ///
    /// The copy of an earlier run is used again if it has the same version and length.
    ///
    /// - Throws: `GalleryError`, or the error of reading the picture.
    func store(
        _ picture: GalleryPicture, identifier: String, ordinal: Int
    ) throws -> (name: String, isCreated: Bool)? {
        let stem = GalleryThumbnailName.make(
            identifier: identifier, version: picture.version, generation: generation,
            ordinal: ordinal)
        let present = GalleryThumbnailName.extensions.lazy.map { "\(stem).\($0)" }
            .first { [thumbnails] in thumbnails.length(of: $0) == picture.length }
        if picture.version != nil, let present { return (present, false) }
        guard let bytes = try picture.read(),
            let type = GalleryThumbnailName.fileExtension(head: Array(bytes.prefix(16)))
        else { return nil }
        let name = "\(stem).\(type)"
        let isCreated = thumbnails.length(of: name) == nil
        try mapErrors(at: path) { () throws(DurableFileError) in
            try thumbnails.write(bytes, named: name, mode: 0o644, durability: .atomic)
        }
        return (name, isCreated)
    }

    /// Removes the files that the new page does not refer to.
    func sweep(keeping isUsed: (_ thumbnail: String) -> Bool) throws(DurableFileError) {
        try root.sweep(olderThan: .zero)
        try thumbnails.sweep(olderThan: .zero)
        try thumbnails.forEachName { name throws(DurableFileError) in
            guard GalleryThumbnailName.matches(name), !isUsed(name) else { return }
            try thumbnails.remove(name)
        }
        try generations.forEachName { name throws(DurableFileError) in
            guard name != generation, Self.isGeneration(name) else { return }
            let old = try generations.folder(named: name)
            try old.forEachName { file throws(DurableFileError) in try old.remove(file) }
            try generations.remove(name, isFolder: true)
        }
    }

    /// Removes the files that this run has written, and the folder if this run has created it.
    ///
    /// Does nothing once the page is in place. Errors are ignored, since the error that led here is
    /// the one to report.
    ///
    /// - Parameter isCreated: whether this run has created the thumbnail.
    func discard(_ isCreated: (_ thumbnail: String) -> Bool) {
        guard !isShown else { return }
        try? page.forEachName { file throws(DurableFileError) in try page.remove(file) }
        try? generations.remove(generation, isFolder: true)
        _ = try? thumbnails.sweep(olderThan: .zero)
        try? thumbnails.forEachName { name throws(DurableFileError) in
            if isCreated(name) { try thumbnails.remove(name) }
        }
        if isNew { Self.remove(root) }
    }

    /// Whether the page is in place; this is also so if only the flush of the folder has failed.
    private var isShown: Bool {
        let page = try? String(contentsOfFile: path + "/index.html", encoding: .utf8)
        return page?.contains(generation) ?? (root.length(of: "index.html") != nil)
    }

    /// Removes the mark of a gallery without a page, and its folders if they are empty.
    private static func remove(_ root: DurableFolder) {
        for name in ["pages", "thumbnails"] { try? root.remove(name, isFolder: true) }
        try? root.remove(mark)
        _ = try? root.sweep(olderThan: .zero)
        rmdir(root.path)
    }

    private static func isGeneration(_ name: String) -> Bool {
        name.utf8.count == 16
            && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
