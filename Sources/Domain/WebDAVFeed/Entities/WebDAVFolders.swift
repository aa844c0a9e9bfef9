/// The folders of a complete walk: the tag of each, and the digest of what is directly in it.
///
/// They are in the order of the walk, each folder before its subfolders. So everything below a
/// folder follows it, up to the next folder that is not deeper. Paths and tags are kept as hashes
/// of 64 bits: like `WebDAVDigest`, they detect changes and not manipulation.
struct WebDAVFolders: Hashable, Sendable {
    /// The maximum number of folders in a cursor, which then has some 600 KB.
    static let limit = 10_000

    /// A folder of the walk.
    struct Folder: Hashable, Sendable {
        /// The number of slashes in the path.
        let depth: Int
        /// The hash of the path.
        let path: UInt64
        /// The hash of the tag from before the members were listed; `nil` if none is known.
        var tag: UInt64?
        /// The digest of what is directly in the folder.
        let digest: WebDAVDigest
    }

    private(set) var folders: [Folder] = []
    /// The positions of the folders, by the hashes of their paths.
    private var places: [UInt64: Int] = [:]

    init() {}

    /// Appends the next folder of the walk.
    mutating func append(_ path: String, tag: String?, digest: WebDAVDigest) {
        append(
            Folder(
                depth: path.utf8.count { $0 == UInt8(ascii: "/") }, path: Self.hash(path),
                tag: tag.map { Self.hash($0) }, digest: digest))
    }

    /// Appends folders of an earlier walk that are unchanged.
    mutating func append(contentsOf folders: ArraySlice<Folder>) { folders.forEach { append($0) } }

    private mutating func append(_ folder: Folder) {
        places[folder.path] = folders.count
        folders.append(folder)
    }

    /// Returns the folder at `path` and those below it if it still has its tag.
    func subtree(at path: String, tag: String?) -> ArraySlice<Folder>? {
        guard let tag, let place = places[Self.hash(path)],
            folders[place].tag == Self.hash(tag)
        else { return nil }
        return folders[place..<end(of: place)]
    }

    /// Forgets the tag of the folder at `path`, whose members a library has received since.
    mutating func forgetTag(of path: String) {
        if let place = places[Self.hash(path)] { folders[place].tag = nil }
    }

    /// Forgets the tags of the folder at `path` and of those below it, which no longer exist.
    mutating func forgetTags(below path: String) {
        guard let place = places[Self.hash(path)] else { return }
        for index in place..<end(of: place) { folders[index].tag = nil }
    }

    private func end(of place: Int) -> Int {
        let depth = folders[place].depth
        return folders[(place + 1)...].firstIndex { $0.depth <= depth } ?? folders.endIndex
    }

    /// Returns what the differences to the walk before show about tags.
    ///
    /// A changed folder and all folders above it must have new tags.
    func evidence(since former: WebDAVFolders) -> WebDAVPropagation {
        var result = WebDAVPropagation.unknown
        /// For each folder from the root to the present one, whether its tag is a new one.
        var chain: [Bool] = []
        guard let top = folders.first?.depth else { return result }
        for folder in folders {
            let before = former.places[folder.path].map { former.folders[$0] }
            chain.removeSubrange(min(max(folder.depth - top, 0), chain.count)...)
            chain.append(before == nil || folder.tag != nil && folder.tag != before?.tag)
            guard let before, before.digest != folder.digest else { continue }
            guard chain.allSatisfy({ $0 }) else { return .refuted }
            if chain.count > 1 { result = .seen }
        }
        return result
    }

    /// The FNV-1a hash of a text.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

extension WebDAVFolders {
    private static let mark = "folders"
    private static let radix = 36

    /// The folders as a line of a cursor.
    var line: String {
        folders.reduce(into: Self.mark) { line, folder in
            let sums = folder.digest.sums
            line += " \(folder.depth):" + String(folder.path, radix: Self.radix)
            line += ":" + (folder.tag.map { String($0, radix: Self.radix) } ?? "")
            line += ":" + String(sums.0, radix: Self.radix)
            line += ":" + String(sums.1, radix: Self.radix)
        }
    }

    /// Takes the folders from the lines of a cursor; `nil` if the next line has none.
    init?(_ lines: inout ArraySlice<Substring>) {
        guard let line = lines.first, line.hasPrefix(Self.mark) else { return nil }
        for word in line.split(separator: " ").dropFirst() {
            let parts = word.split(separator: ":", omittingEmptySubsequences: false)
            func number(_ index: Int) -> UInt64? { UInt64(parts[index], radix: Self.radix) }
            guard parts.count == 5, let depth = Int(parts[0]), depth >= 0, let path = number(1),
                let first = number(3), let second = number(4),
                parts[2].isEmpty || number(2) != nil
            else { return nil }
            append(
                Folder(
                    depth: depth, path: path, tag: number(2),
                    digest: WebDAVDigest(first, second)))
        }
        lines.removeFirst()
    }
}
