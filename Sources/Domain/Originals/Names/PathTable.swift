import PhotoFeed

/// The paths that are taken below a folder, so that no two originals have the same one.
///
/// Paths that differ in case or in the Unicode normalization alone count as the same.
struct PathTable {
    private var files: Set<String> = []
    private var folders: Set<String> = []

    /// Whether a file or folder has this path.
    func contains(_ path: String) -> Bool {
        let key = SafeName.key(path)
        return files.contains(key) || folders.contains(key)
    }

    /// Takes the path that an original already has.
    mutating func take(_ path: String) {
        var parent = ""
        for component in SafeName.components(of: path).dropLast() {
            parent += (parent.isEmpty ? "" : "/") + component
            folders.insert(SafeName.key(parent))
        }
        files.insert(SafeName.key(path))
    }

    /// Releases the path of an original.
    mutating func release(_ path: String) { files.remove(SafeName.key(path)) }

    /// Takes a path for an original, which is `components` unless that is taken.
    ///
    /// Otherwise the name gets `~` and digits of the identifier, as many as are needed.
    mutating func assign(_ components: [String], to id: NodeID) -> String {
        assign([components], to: id)[0]
    }

    /// Takes paths for files that belong together: all get the same suffix, or none gets one.
    mutating func assign(_ files: [[String]], to id: NodeID) -> [String] {
        var number = 0
        while true {
            if let paths = take(files, suffix: Self.suffix(number, of: id)) { return paths }
            number += 1
        }
    }

    /// Takes paths for files that belong together, with this suffix; `nil` if one is taken.
    mutating func take(_ files: [[String]], suffix: String) -> [String]? {
        let paths = files.map { components in
            let name = components.last ?? "_"
            return parent(of: components)
                + (suffix.isEmpty ? name : SafeName.adding(suffix, to: name))
        }
        guard Set(paths.map(SafeName.key)).count == paths.count, !paths.contains(where: contains)
        else { return nil }
        for path in paths { take(path) }
        return paths
    }

    /// Returns a suffix for names, in the order in which they are tried: none, then `~` and more
    /// and more digits of an identifier.
    static func suffix(_ number: Int, of id: NodeID) -> String {
        guard number > 0 else { return "" }
        guard number > 4 else { return "~" + OriginalDigits.of(id, count: 4 << number) }
        return "~" + OriginalDigits.of("\(id.rawValue) \(number)", count: 64)
    }

    /// Returns the suffix by which a path differs from that which the layout demands.
    ///
    /// `nil` if it differs by something else, such as the name of an adopted file.
    static func suffix(of path: String, from layoutPath: String) -> String? {
        let (stem, ending) = SafeName.split(SafeName.components(of: path).last ?? "")
        let wanted = SafeName.split(SafeName.components(of: layoutPath).last ?? "")
        guard ending.utf8.elementsEqual(wanted.fileExtension.utf8) else { return nil }
        if stem.utf8.elementsEqual(wanted.stem.utf8) { return "" }
        guard let start = stem.utf8.lastIndex(of: UInt8(ascii: "~")),
            stem.utf8[start...].count > 8
        else { return nil }
        return String(stem[start...])
    }

    /// The path of the folder of a file, with a slash; it is not the path of another file.
    private func parent(of components: [String]) -> String {
        var parent = ""
        for component in components.dropLast() {
            var candidate = parent + component
            // A folder cannot have the path of a file.
            while files.contains(SafeName.key(candidate)) { candidate += "~" }
            parent = candidate + "/"
        }
        return parent
    }
}
