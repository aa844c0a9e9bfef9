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
        let places = files.map { (parent: parent(of: $0), name: $0.last ?? "_") }
        var suffix = ""
        var count = 8
        while true {
            let paths = places.map { place in
                place.parent
                    + (suffix.isEmpty ? place.name : SafeName.adding(suffix, to: place.name))
            }
            if Set(paths.map(SafeName.key)).count == paths.count, !paths.contains(where: contains) {
                for path in paths { take(path) }
                return paths
            }
            suffix =
                "~"
                + (count <= 64
                    ? OriginalDigits.of(id, count: count)
                    : OriginalDigits.of("\(id.rawValue) \(count)", count: 64))
            count *= 2
        }
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
