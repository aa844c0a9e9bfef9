/// A construct in angle brackets: its kind, its length, and the range of its content.
struct Markup {
    enum Kind { case startTag, emptyTag, endTag, comment, characterData, instruction }

    let kind: Kind
    /// The number of bytes from the first bracket to the last.
    let length: Int
    /// The content, without the delimiters.
    let content: Range<Int>
}

/// The search for the end of a construct, which continues where it stopped when bytes arrive.
///
/// So each byte is searched once, however small the pieces of a text are.
struct MarkupScan {
    /// The number of bytes that were searched.
    private var searched = 1
    /// The quotation mark of the attribute's value that is being searched; 0 for none.
    private var quote: UInt8 = 0

    /// Returns the construct at the beginning of `bytes`; `nil` if it is not complete.
    mutating func find(
        in bytes: UnsafeBufferPointer<UInt8>, at offset: Int
    ) throws(XMLError) -> Markup? {
        guard bytes.count > 1 else { return nil }
        let found: Markup?
        switch bytes[1] {
        case UInt8(ascii: "?"): found = delimited(bytes, .instruction, "<?", "?>")
        case UInt8(ascii: "!"): found = try declaration(bytes, offset)
        default: found = tag(bytes)
        }
        if found?.length ?? bytes.count > XMLLimits.tag {
            throw XMLError(.tooLarge, offset: offset, reason: "a tag or a comment is too long")
        }
        return found
    }

    private mutating func tag(_ bytes: UnsafeBufferPointer<UInt8>) -> Markup? {
        while searched < bytes.count {
            let byte = bytes[searched]
            searched += 1
            if quote != 0 {
                if byte == quote { quote = 0 }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                let end = searched - 1
                if bytes[1] == UInt8(ascii: "/") {
                    return Markup(kind: .endTag, length: searched, content: 2..<end)
                }
                let isEmpty = end > 1 && bytes[end - 1] == UInt8(ascii: "/")
                return Markup(
                    kind: isEmpty ? .emptyTag : .startTag, length: searched,
                    content: 1..<(isEmpty ? end - 1 : end))
            }
        }
        return nil
    }

    private mutating func declaration(
        _ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int
    ) throws(XMLError) -> Markup? {
        for (kind, opening, closing) in Self.declarations {
            let head = bytes.prefix(opening.utf8CodeUnitCount)
            if head.count == opening.utf8CodeUnitCount {
                guard UnsafeBufferPointer(rebasing: head).isEqual(to: opening) else { continue }
                return delimited(bytes, kind, opening, closing)
            }
            let isPrefix = zip(head.indices, head).allSatisfy { opening.utf8Start[$0] == $1 }
            if isPrefix { return nil }
        }
        let isDocumentType = bytes.count > 2 && bytes[2] == UInt8(ascii: "D")
        throw XMLError(
            isDocumentType ? .documentType : .syntax, offset: offset,
            reason: isDocumentType
                ? "a document type declaration is not accepted" : "a declaration is unknown")
    }

    private static let declarations: [(Markup.Kind, StaticString, StaticString)] = [
        (.comment, "<!--", "-->"), (.characterData, "<![CDATA[", "]]>"),
    ]

    private mutating func delimited(
        _ bytes: UnsafeBufferPointer<UInt8>, _ kind: Markup.Kind, _ opening: StaticString,
        _ closing: StaticString
    ) -> Markup? {
        let length = closing.utf8CodeUnitCount
        searched = max(searched, opening.utf8CodeUnitCount)
        while searched + length <= bytes.count {
            let candidate = UnsafeBufferPointer(rebasing: bytes[searched..<(searched + length)])
            if candidate.isEqual(to: closing) {
                return Markup(
                    kind: kind, length: searched + length,
                    content: opening.utf8CodeUnitCount..<searched)
            }
            searched += 1
        }
        return nil
    }
}
