import JSONReading
import SafeText

/// An error as Dropbox describes it in a body: tags from the outermost inwards.
///
/// The `error_summary` is for people only: its end varies from answer to answer.
struct DropboxFault: Error, Hashable, CustomStringConvertible {
    /// The tags, such as `path`, `not_found`; empty when the body was no error of Dropbox's.
    let tags: [String]
    /// What Dropbox wants a person to read, or the body where it is text: one line of at most 200 columns.
    let message: String

    /// Reads the body of a refused request; whatever it holds is an error.
    init(body: [UInt8]) {
        let parsed = try? JSONReader.read(body) { reader throws(JSONError) in
            var fault: (tags: [String], message: String?) = ([], nil)
            try reader.object { reader, field throws(JSONError) in
                switch field {
                case "error_summary": fault.message = try reader.string()
                case "error": fault.tags = try Self.tags(&reader)
                default: try reader.skip()
                }
            }
            return fault
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
            if field == ".tag" { return try reader.once(&tag) }
            let name = String(decoding: field.utf8, as: UTF8.self)
            let tags = try Self.tags(&reader)
            if !tags.isEmpty { nested.append((name, tags)) }
        }
        guard let tag else { return [] }
        let value = nested.first { $0.name == tag }
        return [name(tag)] + (value?.tags ?? [])
    }

    /// The tag, where it is one of Dropbox's: they are words, and nothing else is shown or stored.
    private static func name(_ tag: String) -> String {
        let isWord = tag.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "_") || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        }
        return isWord && tag.utf8.count <= 64 ? tag : "other"
    }

    var description: String { tags.isEmpty ? message : tags.joined(separator: "/") }
}
