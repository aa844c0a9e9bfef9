import TextFormats

/// The files and folders of the stub, and the journal of their changes.
///
/// A path begins with a slash and is case-sensitive; the root is the empty path. The bytes of paths
/// are compared: those of two names that look the same are two paths.
struct DAVTree: Sendable {
    /// A file or a folder.
    struct Node: Sendable {
        /// The path, which a move changes.
        let path: String
        /// The identifier, which survives a move.
        let id: Int
        /// The version of the tree at the last change of the node itself, or of its members.
        var version: Int
        /// The version of the tree at the last change of a file's content, which a move keeps.
        var contentVersion: Int
        /// The version of the tree at the last change of anything below a folder.
        var deepVersion: Int
        /// The time of the last change, in seconds since 1970.
        var modified: Int
        var content: Content
    }

    enum Content: Sendable {
        case folder(members: [ByteEqualString: String])
        case bytes([UInt8])
        case photo(GeneratedPhoto)
    }

    /// 1 January 2020; each version of the tree is one second later.
    private static let start = 1_577_836_800
    private static let photosOfFolder = 100
    /// The largest number of names in a path, whose folders are made and listed by recursion.
    private static let longestPath = 256

    private var nodes: [ByteEqualString: Node]
    private(set) var version = 0
    private var nextID = 2
    private var nextPhoto = 1
    /// The paths that have changed, each with the version of its change.
    private var journal: [(version: Int, path: String)] = []
    /// The oldest version whose later changes are known.
    private var firstKnown = 0

    /// Creates a tree with `photos` generated photos.
    init(photos: Int) {
        nodes = [
            ByteEqualString(""): Node(
                path: "", id: 1, version: 0, contentVersion: 0, deepVersion: 0,
                modified: Self.start, content: .folder(members: [:]))
        ]
        for number in 0..<photos {
            put(photoPath(in: "/Photos/\(number / Self.photosOfFolder)"), nextContent())
        }
        journal = []
        firstKnown = version
    }

    /// The file or the folder at a path; `nil` if there is none.
    private(set) subscript(path: String) -> Node? {
        get { nodes[ByteEqualString(path)] }
        set { nodes[ByteEqualString(path)] = newValue }
    }

    /// The files and folders, in no order.
    var all: [Node] { Array(nodes.values) }

    /// The paths of all files, in order.
    var filePaths: [String] {
        all.filter { !$0.isFolder }.map(\.path).sorted(by: Self.isBefore)
    }

    /// Returns the members of a folder, in the order of their names.
    func members(of folder: String) -> [String] {
        guard case .folder(let members)? = self[folder]?.content else { return [] }
        return members.values.sorted(by: Self.isBefore).map { "\(folder)/\($0)" }
    }

    /// Returns everything below a folder; each folder is before its members.
    func everything(below folder: String) -> [String] {
        members(of: folder).flatMap { [$0] + everything(below: $0) }
    }

    /// Returns the paths that have changed after `version`; `nil` if it is no longer known.
    func changes(after version: Int) -> [String]? {
        guard (firstKnown...self.version).contains(version) else { return nil }
        var changed: Set<ByteEqualString> = []
        return journal.filter { $0.version > version }.map(\.path)
            .filter { changed.insert(ByteEqualString($0)).inserted }
            .sorted(by: Self.isBefore)
    }

    // MARK: Changes

    /// Adds a file, or gives it another content, with the missing folders above it.
    mutating func write(_ path: String, _ bytes: [UInt8]?) throws(ControlError) {
        try require(path)
        guard self[path]?.isFolder != true else { throw .fileInTheWay(path) }
        var content = bytes.map { Content.bytes($0) }
        if content == nil, case .photo(let photo)? = self[path]?.content {
            content = .photo(GeneratedPhoto(number: photo.number, version: photo.version + 1))
        }
        put(path, content ?? nextContent())
    }

    mutating func addPhotos(_ count: Int, to folder: String) throws(ControlError) {
        try require(folder)
        for _ in 0..<count { put(photoPath(in: folder), nextContent()) }
    }

    mutating func addFolder(_ path: String) throws(ControlError) {
        try require(path)
        guard self[path] == nil else { throw .fileInTheWay(path) }
        put(path, .folder(members: [:]))
    }

    mutating func remove(_ path: String) throws(ControlError) {
        guard !path.isEmpty, self[path] != nil else { throw .notFound(path) }
        version += 1
        for inside in everything(below: path) + [path] {
            self[inside] = nil
            journal.append((version, inside))
        }
        let (folder, name) = Self.split(path)
        if case .folder(var members)? = self[folder]?.content {
            members[ByteEqualString(name)] = nil
            self[folder]?.content = .folder(members: members)
        }
        touch(above: path)
    }

    /// Moves a file, or a folder with everything below it; the identifiers stay.
    mutating func move(_ path: String, to target: String) throws(ControlError) {
        try require(target)
        guard self[path] != nil, !path.isEmpty else { throw .notFound(path) }
        guard self[target] == nil, !target.utf8.starts(with: (path + "/").utf8) else {
            throw .malformedPath(target)
        }
        let inside = [path] + everything(below: path)
        let moved = inside.compactMap { old in
            self[old].map { node in
                let rest = old.utf8.dropFirst(path.utf8.count)
                return (target + String(decoding: rest, as: UTF8.self), node)
            }
        }
        for (new, _) in moved { try require(new) }
        try remove(path)
        for (new, node) in moved {
            put(new, node.isFolder ? .folder(members: [:]) : node.content, as: node)
        }
    }

    /// Forgets the changes so far, so that their tokens are no longer valid.
    mutating func forgetChanges() {
        version += 1
        firstKnown = version
        journal = []
    }

    /// Stores a node, and changes the folders above it.
    private mutating func put(_ path: String, _ content: Content, as former: Node? = nil) {
        let (folder, name) = Self.split(path)
        if !folder.isEmpty, self[folder] == nil { put(folder, .folder(members: [:])) }
        version += 1
        let known = former ?? self[path]
        if known == nil { nextID += 1 }
        self[path] = Node(
            path: path, id: known?.id ?? nextID, version: version,
            contentVersion: former?.contentVersion ?? version, deepVersion: version,
            modified: former?.modified ?? Self.start + version, content: content)
        if case .folder(var members)? = self[folder]?.content {
            members[ByteEqualString(name)] = name
            self[folder]?.content = .folder(members: members)
        }
        journal.append((version, path))
        touch(above: path)
    }

    private mutating func touch(above path: String) {
        let (version, modified) = (version, Self.start + version)
        var folder = Self.split(path).folder
        self[folder]?.version = version
        while true {
            self[folder]?.deepVersion = version
            self[folder]?.modified = modified
            if folder.isEmpty { return }
            folder = Self.split(folder).folder
        }
    }

    /// Checks that a path can be written: it is well formed and not too long, and no file is above
    /// it.
    private func require(_ path: String) throws(ControlError) {
        let names = path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
            .dropFirst().map { String($0) }
        guard path.utf8.first == UInt8(ascii: "/"), (1...Self.longestPath).contains(names.count),
            names.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." })
        else { throw .malformedPath(path) }
        var folder = Self.split(path).folder
        while !folder.isEmpty {
            if self[folder]?.isFolder == false { throw .fileInTheWay(folder) }
            folder = Self.split(folder).folder
        }
    }

    private mutating func nextContent() -> Content {
        defer { nextPhoto += 1 }
        return .photo(GeneratedPhoto(number: nextPhoto))
    }

    private func photoPath(in folder: String) -> String {
        let digits = String(nextPhoto)
        return
            "\(folder)/IMG_\(String(repeating: "0", count: max(0, 7 - digits.count)))\(digits).jpg"
    }

    private static func isBefore(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    /// The folder and the name of a path.
    ///
    /// Bytes are compared: a slash and a combining mark behind it are one character.
    private static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
        return (String(path[..<slash]), String(path[path.utf8.index(after: slash)...]))
    }
}

extension DAVTree.Node {
    var isFolder: Bool { if case .folder = content { true } else { false } }
    var isPhoto: Bool { if case .photo = content { true } else { false } }
}
