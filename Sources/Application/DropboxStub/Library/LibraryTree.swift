/// What is in the library now, and every change since the stub was started.
///
/// The generated library below is never copied: changes lie over it as the entries that replace
/// or join it (`overlay`) and the ones that are gone (`hidden`, `hiddenFolders`). The journal
/// keeps every change for the cursors, which are positions in it.
struct LibraryTree: Sendable {
    let generated: GeneratedLibrary
    private(set) var journal: [LibraryChange] = []
    private var overlay: [String: OverlayEntry] = [:]
    private var hidden: Set<String> = []
    private var hiddenFolders: Set<String> = []
    private var pathByID: [String: String] = [:]
    private var changeByRev: [String: Int] = [:]
    /// The journal's length when revisions were last forgotten.
    private var forgotten = 0

    private struct OverlayEntry: Sendable {
        var node: StubNode
        /// The journal's entry that made it what it is.
        var change: Int
    }

    init(generated: GeneratedLibrary) {
        self.generated = generated
    }

    // MARK: Reading

    func node(atPath pathLower: String) -> StubNode? {
        if let entry = overlay[pathLower] { return entry.node }
        guard let node = generated.node(atPath: pathLower), isVisible(generated: node) else {
            return nil
        }
        return node
    }

    func node(id: String) -> StubNode? {
        if let path = pathByID[id] {
            // Another file may have taken its place since.
            return overlay[path].map(\.node).flatMap { $0.id == id ? $0 : nil }
        }
        guard let node = generated.node(id: id), isVisible(generated: node) else { return nil }
        return node
    }

    /// A revision stays readable after its file was changed or deleted, until it is forgotten.
    func node(rev: String) -> StubNode? {
        if let change = changeByRev[rev] {
            return change >= forgotten || isCurrent(change) ? journal[change].node : nil
        }
        guard let node = generated.node(rev: rev), forgotten == 0 || isVisible(generated: node)
        else { return nil }
        return node
    }

    /// Forgets all revisions but the present ones, as Dropbox does after some time.
    mutating func forgetRevisions() { forgotten = journal.count }

    func isVisible(generated node: StubNode) -> Bool {
        let path = node.place.pathLower
        if hidden.isEmpty, hiddenFolders.isEmpty, overlay.isEmpty { return true }
        guard overlay[path] == nil, !hidden.contains(path), !hiddenFolders.contains(path) else {
            return false
        }
        return hiddenFolders.isEmpty
            || !PathRules.ancestors(of: path).contains(where: hiddenFolders.contains)
    }

    /// Whether change `index` still says what is at its path: older ones need not be told to a
    /// client that starts now.
    func isCurrent(_ index: Int) -> Bool {
        let change = journal[index]
        if change.node != nil { return overlay[change.place.pathLower]?.change == index }
        return node(atPath: change.place.pathLower) == nil
    }

    /// A folder's entries at all depths, parents first.
    func subtree(of folderLower: String) -> [StubNode] {
        var nodes: [StubNode] = []
        if let listing = generated.listing(of: folderLower, recursive: true) {
            for index in 0..<listing.count {
                let node = generated.node(at: listing[index])
                if PathRules.isInside(node.place.pathLower, folder: folderLower),
                    isVisible(generated: node)
                {
                    nodes.append(node)
                }
            }
        }
        nodes += overlay.values.map(\.node).filter {
            PathRules.isInside($0.place.pathLower, folder: folderLower)
        }
        return nodes.sorted { $0.place.pathLower.utf8.count < $1.place.pathLower.utf8.count }
    }

    // MARK: Changing

    /// Puts an entry at its path: a file replaces what is there, a folder keeps its children.
    mutating func put(_ node: StubNode, reported: Bool = true) {
        let path = node.place.pathLower
        if case .file = node, case .folder? = self.node(atPath: path) {
            hideSubtree(of: path)
        }
        let index = journal.count
        journal.append(LibraryChange(place: node.place, node: node, isReported: reported))
        overlay[path] = OverlayEntry(node: node, change: index)
        pathByID[node.id] = path
        if case .file(let file) = node {
            changeByRev[file.rev] = index
        }
    }

    /// Removes the entry at `pathLower` and everything in it; false when there is none.
    mutating func remove(_ pathLower: String) -> Bool {
        guard let node = node(atPath: pathLower) else { return false }
        hideSubtree(of: pathLower)
        overlay[pathLower] = nil
        hidden.insert(pathLower)
        journal.append(LibraryChange(place: node.place, node: nil, isReported: true))
        return true
    }

    private mutating func hideSubtree(of pathLower: String) {
        if case .folder? = generated.node(atPath: pathLower) {
            hiddenFolders.insert(pathLower)
        }
        for path in overlay.keys where PathRules.isInside(path, folder: pathLower) {
            overlay[path] = nil
            hidden.insert(path)
        }
    }
}

/// One change of the library: an entry that is new or different at its path, or nil: deleted.
struct LibraryChange: Sendable {
    let place: StubPlace
    let node: StubNode?
    /// Dropbox does not tell clients of a name whose case alone was changed.
    let isReported: Bool
}
