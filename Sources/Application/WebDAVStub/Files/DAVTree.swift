import StubControl

/// The files and folders of the stub, and the journal of their changes.
///
/// A path begins with a slash and is case-sensitive; the root is the empty path.
struct DAVTree: Sendable {
    /// A file or a folder.
    struct Node: Sendable {
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
        case folder(members: Set<String>)
        case bytes([UInt8])
        case photo(GeneratedPhoto)
    }

    /// 1 January 2020; each version of the tree is one second later.
    private static let start = 1_577_836_800
    private static let photosOfFolder = 100

    private(set) var nodes: [String: Node]
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
            "": Node(
                id: 1, version: 0, contentVersion: 0, deepVersion: 0, modified: Self.start,
                content: .folder(members: []))
        ]
        for number in 0..<photos {
            put(photoPath(in: "/Photos/\(number / Self.photosOfFolder)"), nextContent())
        }
        journal = []
        firstKnown = version
    }

    /// The paths of all files, in order.
    var filePaths: [String] { nodes.filter { !$0.value.isFolder }.keys.sorted() }

    /// Returns the members of a folder, in the order of their names.
    func members(of folder: String) -> [String] {
        guard case .folder(let members)? = nodes[folder]?.content else { return [] }
        return members.sorted().map { "\(folder)/\($0)" }
    }

    /// Returns everything below a folder; each folder is before its members.
    func everything(below folder: String) -> [String] {
        members(of: folder).flatMap { [$0] + everything(below: $0) }
    }

    /// Returns the paths that have changed after `version`; `nil` if it is no longer known.
    func changes(after version: Int) -> [String]? {
        guard (firstKnown...self.version).contains(version) else { return nil }
        return Set(journal.filter { $0.version > version }.map(\.path)).sorted()
    }

    // MARK: Changes

    /// Adds a file, or gives it another content, with the missing folders above it.
    mutating func write(_ path: String, _ bytes: [UInt8]?) throws(ControlError) {
        try require(path)
        guard nodes[path]?.isFolder != true else { throw .fileInTheWay(path) }
        var content = bytes.map { Content.bytes($0) }
        if content == nil, case .photo(let photo)? = nodes[path]?.content {
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
        guard nodes[path] == nil else { throw .fileInTheWay(path) }
        put(path, .folder(members: []))
    }

    mutating func remove(_ path: String) throws(ControlError) {
        guard !path.isEmpty, nodes[path] != nil else { throw .notFound(path) }
        version += 1
        for inside in everything(below: path) + [path] {
            nodes[inside] = nil
            journal.append((version, inside))
        }
        let (folder, name) = Self.split(path)
        if case .folder(var members)? = nodes[folder]?.content {
            members.remove(name)
            nodes[folder]?.content = .folder(members: members)
        }
        touch(above: path)
    }

    /// Moves a file, or a folder with everything below it; the identifiers stay.
    mutating func move(_ path: String, to target: String) throws(ControlError) {
        try require(target)
        guard nodes[path] != nil, !path.isEmpty else { throw .notFound(path) }
        guard nodes[target] == nil, !target.utf8.starts(with: (path + "/").utf8) else {
            throw .malformedPath(target)
        }
        let inside = [path] + everything(below: path)
        let moved = inside.compactMap { old in
            nodes[old].map { node in
                let rest = old.utf8.dropFirst(path.utf8.count)
                return (target + String(decoding: rest, as: UTF8.self), node)
            }
        }
        try remove(path)
        for (new, node) in moved {
            put(new, node.isFolder ? .folder(members: []) : node.content, as: node)
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
        if !folder.isEmpty, nodes[folder] == nil { put(folder, .folder(members: [])) }
        version += 1
        let known = former ?? nodes[path]
        if known == nil { nextID += 1 }
        nodes[path] = Node(
            id: known?.id ?? nextID, version: version,
            contentVersion: former?.contentVersion ?? version, deepVersion: version,
            modified: former?.modified ?? Self.start + version, content: content)
        if case .folder(var members)? = nodes[folder]?.content {
            members.insert(name)
            nodes[folder]?.content = .folder(members: members)
        }
        journal.append((version, path))
        touch(above: path)
    }

    private mutating func touch(above path: String) {
        var folder = Self.split(path).folder
        nodes[folder]?.version = version
        while true {
            nodes[folder]?.deepVersion = version
            nodes[folder]?.modified = Self.start + version
            if folder.isEmpty { return }
            folder = Self.split(folder).folder
        }
    }

    /// Checks that a path can be written: it is well formed, and no file is above it.
    private func require(_ path: String) throws(ControlError) {
        let names = path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
            .dropFirst().map { String($0) }
        guard path.utf8.first == UInt8(ascii: "/"), !names.isEmpty,
            names.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." })
        else { throw .malformedPath(path) }
        var folder = Self.split(path).folder
        while !folder.isEmpty {
            if nodes[folder]?.isFolder == false { throw .fileInTheWay(folder) }
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
