import DurableFiles

/// The folder a gallery is written into, and the right to write there.
///
/// ```
/// OUTPUT/
///   index.html                  names the generation below; written last, in one step
///   .photopark-gallery          the mark of a gallery of ours, and its lock
///   pages/GENERATION/           gallery.css, gallery.js, and the items: 0.js, 1.js, …
///   thumbnails/IDENTIFIER.jpg   by identifier in hexadecimal
/// ```
///
/// Until the new `index.html` is there, the old one finds everything it names. What no page names
/// any more is swept after that; what a killed run left, by the next run.
struct GalleryFolder: ~Copyable {
    private static let mark = ".photopark-gallery"

    let path: String
    let generation: String
    private let root: DurableFolder
    private let generations: DurableFolder
    private let page: DurableFolder
    private let thumbnails: DurableFolder
    private let lock: FolderLock

    init(path: String) throws(DurableFileError) {
        let root = try DurableFolder(creating: path, mode: 0o755)
        let lock = try FolderLock(Self.mark, in: root)
        let generations = try root.folder(named: "pages", creatingWith: 0o755)
        let thumbnails = try root.folder(named: "thumbnails", creatingWith: 0o755)
        let random = String(UInt64.random(in: .min ... .max), radix: 16)
        let generation = String(repeating: "0", count: 16 - random.count) + random
        let page = try generations.folder(named: generation, creatingWith: 0o755)
        self.path = path
        self.generation = generation
        self.root = root
        self.generations = generations
        self.page = page
        self.thumbnails = thumbnails
        self.lock = lock
    }

    /// Whether a gallery may be written here: the folder is new, empty, or one of ours.
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

    func writePage(_ text: String, named name: String) throws(DurableFileError) {
        try page.write(text.utf8, named: name, mode: 0o644)
    }

    func writeIndex(_ text: String) throws(DurableFileError) {
        try root.write(text.utf8, named: "index.html", mode: 0o644)
    }

    /// Gives a thumbnail its place; `nil` when the source cannot be read or is no picture.
    func adoptThumbnail(
        _ source: String, identifier: String, ordinal: Int
    ) throws(DurableFileError) -> String? {
        do {
            let adopted = try thumbnails.adopt(fileAt: source) { head in
                ThumbnailName.fileExtension(head: head).map { type in
                    let stem = ThumbnailName.make(
                        identifier: identifier, generation: generation, ordinal: ordinal)
                    return "\(stem).\(type)"
                }
            }
            return adopted?.name
        } catch {
            // A thumbnail that cannot be had makes a tile. A disk that fails, or a process out of
            // descriptors, would make tiles of all that follow: that ends the run.
            let isOneFilesFault = [.notFound, .notAPlainFile, .notAFolder, .notPermitted]
                .contains(error.code)
            guard error.path == source, isOneFilesFault else { throw error }
            return nil
        }
    }

    /// Removes what the new page does not name.
    func sweep(keeping isUsed: (_ thumbnail: String) -> Bool) throws(DurableFileError) {
        try root.sweep(olderThan: .zero)
        try thumbnails.sweep(olderThan: .zero)
        try thumbnails.forEachName { name throws(DurableFileError) in
            guard ThumbnailName.matches(name), !isUsed(name) else { return }
            try thumbnails.remove(name)
        }
        try generations.forEachName { name throws(DurableFileError) in
            guard name != generation, Self.isGeneration(name) else { return }
            let old = try generations.folder(named: name)
            try old.forEachName { file throws(DurableFileError) in try old.remove(file) }
            try generations.remove(name, isFolder: true)
        }
    }

    private static func isGeneration(_ name: String) -> Bool {
        name.utf8.count == 16
            && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
