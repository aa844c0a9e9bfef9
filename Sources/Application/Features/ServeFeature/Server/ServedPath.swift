import PhotoFeed
import TextFormats

/// The paths of the server.
///
/// None of them is the path of a file.
enum ServedPath: Equatable {
    static let page = "/"
    static let session = "/session"
    static let script = "/page.js"
    static let style = "/style.css"
    static let outlines = "/outlines.json"
    /// Browsers request it; there is none.
    static let icon = "/favicon.ico"

    /// The events of changes.
    case changes
    /// The months of a selection.
    case months
    /// The items of a chunk.
    case items(chunk: Int)
    /// The thumbnail of an item, in a version of its content.
    case thumbnail(library: Int, NodeID, version: String)

    /// The clusters of places of a selection.
    case places
    /// The groups of a list in a selection.
    case groups(GroupList)
    /// The facts of an item that are not in a chunk: its original.
    case details(library: Int, NodeID)
    /// The original of an item, in a version of its file.
    case original(library: Int, NodeID, version: String)

    /// The longest identifier in a path, in bytes; `FeedItem`s with longer ones have no picture.
    private static let longestIdentifier = 1_024

    /// Parses a path; `nil` for every other one.
    ///
    /// Escapes are not decoded: the paths contain only digits, letters and `-`, `_`.
    init?(_ path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        if parts.count == 1, let name = parts.first, let list = GroupList(rawValue: String(name)) {
            self = .groups(list)
            return
        }
        switch (parts.first, parts.count) {
        case ("changes", 1): self = .changes
        case ("months", 1): self = .months
        case ("places", 1): self = .places
        case ("items", 2):
            guard let chunk = Self.number(parts[2]) else { return nil }
            self = .items(chunk: chunk)
        case ("thumbnails", 4):
            guard let library = Self.number(parts[2]), let id = Self.identifier(parts[3]),
                Self.isVersion(parts[4])
            else { return nil }
            self = .thumbnail(library: library, id, version: String(parts[4]))
        case ("details", 3):
            guard let library = Self.number(parts[2]), let id = Self.identifier(parts[3]) else {
                return nil
            }
            self = .details(library: library, id)
        case ("originals", 4):
            guard let library = Self.number(parts[2]), let id = Self.identifier(parts[3]),
                Self.isVersion(parts[4])
            else { return nil }
            self = .original(library: library, id, version: String(parts[4]))
        default: return nil
        }
    }

    /// The part of a thumbnail's path after `/thumbnails/`; `nil` for an identifier that is too
    /// long.
    static func pictureName(library: Int, _ id: NodeID, version: String) -> String? {
        sourceName(library: library, id).map { $0 + "/" + version }
    }

    /// The library and the identifier in a path; `nil` for an identifier that is too long.
    static func sourceName(library: Int, _ id: NodeID) -> String? {
        guard id.rawValue.utf8.count <= longestIdentifier else { return nil }
        return "\(library)/" + Base64.text(of: id.rawValue.utf8, .urlSafe, isPadded: false)
    }

    private static func number(_ text: Substring) -> Int? {
        let isNumber = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard isNumber, (1...7).contains(text.utf8.count) else { return nil }
        return Int(text)
    }

    private static func identifier(_ text: Substring) -> NodeID? {
        let length = text.utf8.count
        // `Base64` adds the padding back; an address has none.
        guard text.last != "=", length > 0, length <= longestIdentifier * 2, length % 4 != 1 else {
            return nil
        }
        let padded = text + String(repeating: "=", count: (4 - length % 4) % 4)
        guard let bytes = Base64.decode(String(padded), .urlSafe),
            let id = String(validating: bytes, as: UTF8.self)
        else { return nil }
        return NodeID(rawValue: id)
    }

    private static func isVersion(_ text: Substring) -> Bool {
        (1...16).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
