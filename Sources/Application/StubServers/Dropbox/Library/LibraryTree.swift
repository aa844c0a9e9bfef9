/// The current content of the library, and every change since the stub was started.
///
/// The generated library is never copied. Changes are kept on top of it: entries that replace or
/// extend it (`overlay`), and removed ones (`hidden`, `hiddenFolders`). The journal keeps every
/// change for the cursors, which are positions in it.
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
        /// The journal's index of the change that made the entry.
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
            // Another file may have replaced it.
            return overlay[path].map(\.node).flatMap { $0.id == id ? $0 : nil }
        }
        guard let node = generated.node(id: id), isVisible(generated: node) else { return nil }
        return node
    }

    /// The node of a revision.
    ///
    /// A revision stays readable after its file was changed or deleted, until it is forgotten.
    func node(rev: String) -> StubNode? {
        if let change = changeByRev[rev] {
            return change >= forgotten || isCurrent(change) ? journal[change].node : nil
        }
        guard let node = generated.node(rev: rev), forgotten == 0 || isVisible(generated: node)
        else { return nil }
        return node
    }

    /// Forgets all revisions except the current ones, as Dropbox does after some time.
    mutating func forgetRevisions() { forgotten = journal.count }

    func isVisible(generated node: StubNode) -> Bool {
        let path = node.location.pathLower
        if hidden.isEmpty, hiddenFolders.isEmpty, overlay.isEmpty { return true }
        guard overlay[path] == nil, !hidden.contains(path), !hiddenFolders.contains(path) else {
            return false
        }
        return hiddenFolders.isEmpty
            || !PathRules.ancestors(of: path).contains(where: hiddenFolders.contains)
    }

    /// Whether the change at `index` still describes the entry at its path.
    ///
    /// A listing that begins now skips other changes.
    func isCurrent(_ index: Int) -> Bool {
        let change = journal[index]
        if change.node != nil { return overlay[change.location.pathLower]?.change == index }
        return node(atPath: change.location.pathLower) == nil
    }

    /// A folder's entries at all depths, parents first.
    func subtree(of folderLower: String) -> [StubNode] {
        var nodes: [StubNode] = []
        if let listing = generated.listing(of: folderLower, recursive: true) {
            for index in 0..<listing.count {
                let node = generated.node(at: listing[index])
                if PathRules.isInside(node.location.pathLower, folder: folderLower),
                    isVisible(generated: node)
                {
                    nodes.append(node)
                }
            }
        }
        nodes += overlay.values.map(\.node).filter {
            PathRules.isInside($0.location.pathLower, folder: folderLower)
        }
        return nodes.sorted { $0.location.pathLower.utf8.count < $1.location.pathLower.utf8.count }
    }

    // MARK: Changing

    /// Puts an entry at its path: a file replaces the entry there, a folder keeps its children.
    mutating func put(_ node: StubNode, reported: Bool = true) {
        let path = node.location.pathLower
        if case .file = node, case .folder? = self.node(atPath: path) {
            hideSubtree(of: path)
        }
        let index = journal.count
        journal.append(LibraryChange(location: node.location, node: node, isReported: reported))
        overlay[path] = OverlayEntry(node: node, change: index)
        pathByID[node.id] = path
        if case .file(let file) = node {
            changeByRev[file.rev] = index
        }
    }

    /// Removes the entry at `pathLower` and everything in it; `false` if there is none.
    mutating func remove(_ pathLower: String) -> Bool {
        guard let node = node(atPath: pathLower) else { return false }
        hideSubtree(of: pathLower)
        overlay[pathLower] = nil
        hidden.insert(pathLower)
        journal.append(LibraryChange(location: node.location, node: nil, isReported: true))
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

/// A change of the library: a new or different entry at a path; no node means a deletion.
struct LibraryChange: Sendable {
    let location: StubPath
    let node: StubNode?
    /// Whether clients see the change; Dropbox does not report a rename that changes only the case.
    let isReported: Bool
}
