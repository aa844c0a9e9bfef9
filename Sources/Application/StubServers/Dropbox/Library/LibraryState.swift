/// The state behind a library's lock: the tree, and the numbers for new entries.
struct LibraryState: Sendable {
    var tree: LibraryTree
    /// The number of the next generated photo.
    var nextPhoto: Int
    /// The entries of the served folder at the last scan; a folder has no file.
    var scanned: [String: ServedFile?] = [:]
    /// The number of its entries that are hidden from clients.
    var hiddenCount = 0
    private var nextEntry = 1

    init(tree: LibraryTree) {
        self.tree = tree
        nextPhoto = tree.generated.photoCount
    }

    mutating func takeEntry() -> Int {
        defer { nextEntry += 1 }
        return nextEntry
    }

    /// The time of a change: one minute after the change before.
    ///
    /// The times are repeatable, and later than those of all generated photos.
    func time(of entry: Int) -> Int { tree.generated.newestTime + entry * 60 }

    mutating func makeParents(of path: String) throws(ControlError) {
        for ancestor in PathRules.ancestors(of: path) {
            try makeFolder(ancestor)
        }
    }

    mutating func makeFolder(_ path: String) throws(ControlError) {
        switch tree.node(atPath: path.lowercased()) {
        case .folder: return
        case .file: throw .fileInTheWay(path)
        case nil:
            let id = Self.id(takeEntry())
            tree.put(.folder(StubFolder(location: StubPath(path: path), id: id)))
        }
    }

    mutating func addFile(_ path: String, name: String?, bytes: [UInt8]?) {
        let entry = takeEntry()
        let time = time(of: entry)
        let location = StubPath(path: path)
        let content: StubContent
        var media = StubMedia()
        if let bytes {
            content = .bytes(bytes)
        } else {
            content = .generated(GeneratedPhoto(number: nextPhoto))
            media = tree.generated.media(nextPhoto, takenAt: time)
            nextPhoto += 1
        }
        tree.put(
            .file(
                StubFile(
                    location: StubPath(
                        name: name ?? location.name, pathDisplay: path,
                        pathLower: location.pathLower),
                    id: Self.id(entry), rev: Self.rev(entry), clientModified: time,
                    serverModified: time,
                    content: content, media: media)))
    }

    mutating func moved(_ node: StubNode, to location: StubPath) -> StubNode {
        switch node {
        case .folder(let folder): return .folder(StubFolder(location: location, id: folder.id))
        case .file(let file):
            return .file(
                StubFile(
                    location: location, id: file.id, rev: Self.rev(takeEntry()),
                    clientModified: file.clientModified, serverModified: file.serverModified,
                    content: file.content, media: file.media))
        }
    }

    /// Adds an entry of the served folder.
    ///
    /// A file that keeps its inode keeps its id, so clients see a move on the disk as a move.
    mutating func enter(_ path: String, _ file: ServedFile?) {
        let location = StubPath(path: path)
        guard let file else {
            tree.put(
                .folder(
                    StubFolder(location: location, id: ServedFile.folderID(of: location.pathLower)))
            )
            return
        }
        tree.put(
            .file(
                StubFile(
                    location: location, id: file.id, rev: file.revision(at: location.pathLower),
                    clientModified: file.modified, serverModified: file.modified,
                    content: .disk(file), media: StubMedia())))
    }

    private static func id(_ entry: Int) -> String {
        "id:overlay" + padded(String(entry, radix: 36), to: 15)
    }

    static func rev(_ entry: Int) -> String {
        "01700" + padded(String(entry, radix: 16), to: 10)
    }
}
