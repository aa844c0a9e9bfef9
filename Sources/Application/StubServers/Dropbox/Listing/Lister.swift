import TextFormats

/// Makes the pages of a listing.
struct Lister {
    let library: StubLibrary
    let tree: LibraryTree
    var writer: MetadataWriter

    /// The number of bytes on the disk, 256 MiB, after whose hashing a page ends.
    ///
    /// A page with such files is therefore sent within seconds.
    private static let hashedBytesPerPage = 256 << 20

    init(library: StubLibrary, hashIsWrong: Bool) {
        self.library = library
        tree = library.snapshot()
        writer = MetadataWriter(library: library, hashIsWrong: hashIsWrong)
    }

    /// The JSON of the page that begins at `start`, with the cursor that follows it.
    func page(from start: ListingCursor) -> [UInt8] {
        var cursor = start
        var json = JSONWriter(capacity: 64 + start.limit * 440)
        var hasMore = false
        json.object { json in
            json.array("entries") { hasMore = fill(&$0, from: &cursor) }
            json.member("cursor", cursor.text)
            json.member("has_more", hasMore)
        }
        return json.bytes
    }

    /// A fault: a page without entries that asks the client to continue from the same cursor.
    static func emptyPage(at cursor: ListingCursor) -> [UInt8] {
        JSONWriter.object { json in
            json.array("entries") { _ in }
            json.member("cursor", cursor.text)
            json.member("has_more", true)
        }
    }

    /// Whether there are entries or changes after `cursor`.
    func hasChanges(since cursor: ListingCursor) -> Bool {
        var cursor = cursor
        let listing = tree.generated.listing(of: cursor.folder, recursive: cursor.isRecursive)
        if let listing, cursor.position < listing.count { return true }
        skipExcluded(&cursor)
        return cursor.sequence < tree.journal.count
    }

    private func fill(_ json: inout JSONWriter, from cursor: inout ListingCursor) -> Bool {
        var rest = cursor.limit
        var hashBudget = Self.hashedBytesPerPage
        if let listing = tree.generated.listing(
            of: cursor.folder, recursive: cursor.isRecursive)
        {
            while rest > 0, cursor.position < listing.count {
                let node = tree.generated.node(at: listing[cursor.position])
                cursor.position += 1
                if tree.isVisible(generated: node) {
                    writer.write(node, to: &json)
                    rest -= 1
                }
            }
            if cursor.position < listing.count { return true }
        }
        skipExcluded(&cursor)
        while rest > 0, hashBudget > 0, cursor.sequence < tree.journal.count {
            let change = tree.journal[cursor.sequence]
            if let node = change.node {
                hashBudget -= costOfHashing(node)
                writer.write(node, to: &json)
            } else {
                writer.writeDeleted(change.location, to: &json)
            }
            rest -= 1
            cursor.sequence += 1
            skipExcluded(&cursor)
        }
        return cursor.sequence < tree.journal.count
    }

    private func costOfHashing(_ node: StubNode) -> Int {
        guard case .file(let file) = node, case .disk(let onDisk) = file.content,
            !library.disk.isHashed(onDisk)
        else { return 0 }
        return onDisk.size
    }

    private func skipExcluded(_ cursor: inout ListingCursor) {
        while cursor.sequence < tree.journal.count, !isIncluded(cursor.sequence, to: cursor) {
            cursor.sequence += 1
        }
    }

    private func isIncluded(_ index: Int, to cursor: ListingCursor) -> Bool {
        let change = tree.journal[index]
        guard isInScope(change.location.pathLower, of: cursor) else { return false }
        guard index < cursor.since else { return change.isReported }
        return tree.isCurrent(index) && (change.node != nil || cursor.includesDeleted)
    }

    /// Whether `path` is within the listing; a recursive listing includes the folder itself.
    private func isInScope(_ path: String, of cursor: ListingCursor) -> Bool {
        if cursor.isRecursive {
            return cursor.folder.isEmpty || path == cursor.folder
                || PathRules.isInside(path, folder: cursor.folder)
        }
        return PathRules.parent(of: path) == cursor.folder
    }
}
