import TextFormats

/// An error in Dropbox's notation: its tags, from the outermost inwards.
///
/// The `error_summary` is only for people: its end varies from answer to answer.
struct DropboxAPIError: Error, Hashable, CustomStringConvertible {
    /// The tags, such as `path`, `not_found`; empty when the body is not an error of Dropbox.
    let tags: [String]
    /// Dropbox's message, or the body if it is text: one line of at most 200 columns.
    let message: String

    /// Reads the body of a rejected request; any content results in an error value.
    init(body: [UInt8]) {
        let parsed = try? JSONReader.read(body) { reader throws(JSONError) in
            var apiError: (tags: [String], message: String?) = ([], nil)
            try reader.object { reader, field throws(JSONError) in
                switch field {
                case "error_summary": apiError.message = try reader.string()
                case "error": apiError.tags = try Self.tags(&reader)
                default: try reader.skip()
                }
            }
            return apiError
        }
        tags = parsed?.tags ?? []
        let text = parsed?.message ?? String(decoding: body.prefix(1_000), as: UTF8.self)
        message = TerminalText.truncate(text, width: 200)
    }

    /// Reads a union: its tag, then the tags of the value that the tag names.
    static func tags(_ reader: inout JSONReader) throws(JSONError) -> [String] {
        switch try reader.kind() {
        case .string: return [name(try reader.string())]
        case .object: break
        default:
            try reader.skip()
            return []
        }
        var tag: String?
        var nested: [(name: String, tags: [String])] = []
        try reader.object { reader, field throws(JSONError) in
            if field == ".tag" { return try reader.readOnce(&tag) }
            let name = String(decoding: field.utf8, as: UTF8.self)
            let tags = try Self.tags(&reader)
            if !tags.isEmpty { nested.append((name, tags)) }
        }
        guard let tag else { return [] }
        let value = nested.first { $0.name == tag }
        return [name(tag)] + (value?.tags ?? [])
    }

    /// Returns the tag if it is a word, as all of Dropbox's tags are, or else `other`.
    ///
    /// Text of any other kind is neither shown nor stored.
    private static func name(_ tag: String) -> String {
        let isWord = tag.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "_") || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        }
        return isWord && tag.utf8.count <= 64 ? tag : "other"
    }

    var description: String { tags.isEmpty ? message : tags.joined(separator: "/") }
}
