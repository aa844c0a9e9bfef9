extension StubService {
    /// The entry at the path of an argument; `nil` if there is none.
    ///
    /// The path is absolute, `id:…`, `rev:…`, or below the namespace of the space. Any other text
    /// fails with Dropbox's 400.
    func resolve(
        _ path: String, in tree: LibraryTree, for call: StubCall
    ) throws(StubErrorResponse) -> StubNode? {
        if path.hasPrefix("id:") { return tree.node(id: path) }
        if path.hasPrefix("rev:") { return tree.node(rev: String(path.dropFirst(4))) }
        let plain = try plainPath(path, for: call)
        return tree.node(atPath: plain.lowercased())
    }

    /// A path without its namespace.
    func plainPath(_ path: String, for call: StubCall) throws(StubErrorResponse) -> String {
        var plain = path
        if path.hasPrefix("ns:") {
            let rest = path.unicodeScalars.dropFirst(3)
            let namespace = rest.prefix { $0 != "/" }
            guard String(namespace) == self.namespace else {
                throw .conflict("path", "not_found")
            }
            plain = String(rest[namespace.endIndex...])
        }
        guard plain.isEmpty || plain.utf8.first == UInt8(ascii: "/") else {
            throw call.failure(
                "request body: path: '\(path.prefix(200))' did not match pattern "
                    + "'(/(.|[\\r\\n])*)?|id:.*|rev:[0-9a-f]{9,}|(ns:[0-9]+(/.*)?)'")
        }
        plain = PathRules.withoutRepeatedSlashes(plain)
        guard plain.isEmpty || PathRules.isWellFormed(plain) else {
            throw .conflict("path", "malformed_path")
        }
        return plain
    }

    /// The file at the path of an argument.
    ///
    /// - Throws: an error with `path` as its outermost tag if the file does not exist.
    func file(_ path: String, for call: StubCall) throws(StubErrorResponse) -> StubFile {
        if path.isEmpty {
            throw .conflict("path", "not_file")
        }
        switch try resolve(path, in: library.snapshot(), for: call) {
        case .file(let file): return file
        case .folder: throw .conflict("path", "not_file")
        case nil: throw .conflict("path", "not_found")
        }
    }
}
