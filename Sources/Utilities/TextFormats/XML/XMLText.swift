/// The characters of XML.
enum XMLText {
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// Whether a name may begin with `byte`; all bytes of characters beyond ASCII count as letters.
    static func isNameStart(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == UInt8(ascii: "_") || (byte | 0x20) &- UInt8(ascii: "a") < 26
    }

    static func isName(_ byte: UInt8) -> Bool {
        isNameStart(byte) || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
    }

    /// Whether a text may contain `scalar` (XML 1.0, 2.2).
    static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0xFFFD: true
        default: scalar.value >= 0x10000
        }
    }

    /// Checks that `bytes` are UTF-8 without characters that XML excludes.
    static func check(
        _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int
    ) throws(XMLError) {
        var isASCII = true
        for byte in bytes {
            if byte >= 0x80 { isASCII = false }
            if byte < 0x20, !isSpace(byte) {
                throw XMLError(
                    .badText, offset: offset, reason: "the text contains a control character")
            }
        }
        if isASCII { return }
        guard let string = String(validating: bytes, as: UTF8.self),
            string.unicodeScalars.allSatisfy(isAllowed)
        else { throw XMLError(.badText, offset: offset, reason: "the text is not UTF-8") }
    }
}

/// A reference to a character at the beginning of some bytes, such as `&amp;` or `&#x20;`.
struct XMLReference {
    let scalar: Unicode.Scalar
    /// The number of bytes, from the ampersand to the semicolon.
    let length: Int

    private static let maximumLength = 12

    /// Reads a reference; `nil` if it is not complete.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) throws(XMLError) {
        let head = bytes.prefix(Self.maximumLength)
        guard let end = head.firstIndex(of: UInt8(ascii: ";")) else {
            let isOpen = head.dropFirst().allSatisfy {
                XMLText.isName($0) || $0 == UInt8(ascii: "#")
            }
            if isOpen, head.count < Self.maximumLength { return nil }
            throw XMLError(.syntax, offset: offset, reason: "an ampersand begins no reference")
        }
        let name = UnsafeBufferPointer(rebasing: bytes[1..<end])
        guard let scalar = try Self.scalar(name, offset) else {
            throw XMLError(
                .unknownEntity, offset: offset, reason: "a reference names an unknown entity")
        }
        self.scalar = scalar
        length = end + 1
    }

    private static func scalar(
        _ name: UnsafeBufferPointer<UInt8>, _ offset: Int
    ) throws(XMLError) -> Unicode.Scalar? {
        if name.first == UInt8(ascii: "#") { return try number(name.dropFirst(), offset) }
        for (entity, scalar) in entities where name.isEqual(to: entity) { return scalar }
        return nil
    }

    private static let entities: [(StaticString, Unicode.Scalar)] = [
        ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"),
    ]

    private static func number(
        _ text: Slice<UnsafeBufferPointer<UInt8>>, _ offset: Int
    ) throws(XMLError) -> Unicode.Scalar {
        let isHexadecimal = text.first == UInt8(ascii: "x")
        let digits = String(decoding: isHexadecimal ? text.dropFirst() : text, as: UTF8.self)
        // Swift's parser accepts a sign, which XML does not.
        guard digits.utf8.first != UInt8(ascii: "+"), digits.utf8.first != UInt8(ascii: "-"),
            let value = UInt32(digits, radix: isHexadecimal ? 16 : 10),
            let scalar = Unicode.Scalar(value), XMLText.isAllowed(scalar)
        else {
            throw XMLError(.badText, offset: offset, reason: "a reference names no character")
        }
        return scalar
    }
}
