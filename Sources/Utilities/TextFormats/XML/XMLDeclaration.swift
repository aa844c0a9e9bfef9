/// The rules of `<?xml … ?>` and of other processing instructions.
enum XMLDeclaration {
    /// Checks the content of an instruction.
    ///
    /// An XML declaration comes first, is of version 1.0, and names no encoding but UTF-8, of which
    /// ASCII is a part.
    static func check(
        _ content: UnsafeBufferPointer<UInt8>, isFirst: Bool, at offset: Int
    ) throws(XMLError) {
        guard let first = content.first, XMLText.isNameStart(first) else {
            throw XMLError(.syntax, offset: offset, reason: "an instruction has no name")
        }
        let text = String(decoding: content, as: UTF8.self).lowercased()
        let name = text.prefix { !$0.isWhitespace }
        guard name == "xml" else { return }
        guard isFirst else {
            throw XMLError(
                .syntax, offset: offset, reason: "the XML declaration is not at the beginning")
        }
        guard value(of: "version", in: text) == "1.0" else {
            throw XMLError(.syntax, offset: offset, reason: "the version of XML is not 1.0")
        }
        let encoding = value(of: "encoding", in: text) ?? "utf-8"
        guard ["utf-8", "utf8", "us-ascii", "ascii"].contains(encoding) else {
            throw XMLError(.badText, offset: offset, reason: "the encoding is not UTF-8")
        }
    }

    /// Returns the quoted value behind `name`; `nil` if it is missing.
    private static func value(of name: String, in text: String) -> Substring? {
        let words = text.split { $0 == "=" || $0.isWhitespace }
        guard let index = words.firstIndex(where: { $0 == name }), index + 1 < words.count else {
            return nil
        }
        let quoted = words[index + 1]
        guard quoted.count >= 2, quoted.first == quoted.last,
            quoted.first == "\"" || quoted.first == "'"
        else { return nil }
        return quoted.dropFirst().dropLast()
    }
}
