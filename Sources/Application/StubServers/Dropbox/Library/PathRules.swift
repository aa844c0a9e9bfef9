/// The syntax of Dropbox paths: absolute, `/` between names, "" for the root.
///
/// A slash is a scalar: with a combining mark behind it, it is another character.
enum PathRules {
    static func parent(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return String(path[..<slash])
    }

    static func isInside(_ path: String, folder: String) -> Bool {
        path.utf8.count > folder.utf8.count
            && path.utf8[path.utf8.index(path.utf8.startIndex, offsetBy: folder.utf8.count)]
                == UInt8(ascii: "/")
            && path.utf8.starts(with: folder.utf8)
    }

    /// The folders above `path`, outermost first, without the root.
    static func ancestors(of path: String) -> [String] {
        var ancestors: [String] = []
        var current = parent(of: path)
        while !current.isEmpty {
            ancestors.append(current)
            current = parent(of: current)
        }
        return ancestors.reversed()
    }

    /// The path with each run of slashes replaced by one slash, as Dropbox reads it.
    static func withoutRepeatedSlashes(_ path: String) -> String {
        var plain = ""
        for scalar in path.unicodeScalars
        where scalar != "/" || plain.utf8.last != UInt8(ascii: "/") {
            plain.unicodeScalars.append(scalar)
        }
        return plain
    }

    /// Whether `path` names an entry below the root: it begins with `/`, and no name is empty.
    static func isWellFormed(_ path: String) -> Bool {
        let names = path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
        return names.count > 1 && names[0].isEmpty && names.dropFirst().allSatisfy { !$0.isEmpty }
            && !path.utf8.contains(0)
    }
}
