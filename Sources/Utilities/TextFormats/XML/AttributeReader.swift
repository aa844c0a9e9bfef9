/// A name with an optional prefix, at the beginning of some bytes.
struct QualifiedName {
    let prefix: UnsafeBufferPointer<UInt8>
    let local: UnsafeBufferPointer<UInt8>
    /// The number of bytes, with the prefix and its colon.
    let length: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) throws(XMLError) {
        var colon: Int?
        var end = 0
        while end < bytes.count {
            let byte = bytes[end]
            if byte == UInt8(ascii: ":"), colon == nil, end > 0 {
                colon = end
            } else if end == 0 || end - 1 == colon
                ? !XMLText.isNameStart(byte) : !XMLText.isName(byte)
            {
                break
            }
            end += 1
        }
        let start = colon.map { $0 + 1 } ?? 0
        guard end > start else {
            throw XMLError(.syntax, offset: offset, reason: "a tag has no valid name")
        }
        prefix = UnsafeBufferPointer(rebasing: bytes[..<(colon ?? 0)])
        local = UnsafeBufferPointer(rebasing: bytes[start..<end])
        length = end
    }
}

/// Reads the attributes of a tag, one after the other.
struct AttributeReader {
    /// An attribute with its value, whose references are not resolved.
    struct Attribute {
        let name: QualifiedName
        let value: UnsafeBufferPointer<UInt8>

        /// Returns the value with its references resolved.
        func text(at offset: Int) throws(XMLError) -> String {
            var bytes: [UInt8] = []
            var index = 0
            while index < value.count {
                guard value[index] == UInt8(ascii: "&") else {
                    bytes.append(XMLText.isSpace(value[index]) ? 0x20 : value[index])
                    index += 1
                    continue
                }
                let rest = UnsafeBufferPointer(rebasing: value[index...])
                guard let reference = try XMLReference(rest, at: offset) else {
                    throw XMLError(
                        .syntax, offset: offset, reason: "an ampersand begins no reference")
                }
                bytes.append(contentsOf: String(Character(reference.scalar)).utf8)
                index += reference.length
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private let offset: Int
    private var position: Int
    /// The names so far; none occurs twice.
    private var names: [Range<Int>] = []

    init(_ tag: UnsafeBufferPointer<UInt8>, from position: Int, offset: Int) {
        bytes = tag
        self.position = position
        self.offset = offset
    }

    /// Returns the next attribute; `nil` at the end of the tag.
    mutating func next() throws(XMLError) -> Attribute? {
        let start = position
        skipSpace()
        guard position < bytes.count else { return nil }
        guard position > start else { throw syntax("a space is missing in a tag") }
        let name = try QualifiedName(
            UnsafeBufferPointer(rebasing: bytes[position...]), at: offset)
        try note(position..<(position + name.length))
        position += name.length
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else {
            throw syntax("an attribute has no value")
        }
        position += 1
        skipSpace()
        guard position < bytes.count else { throw syntax("an attribute has no value") }
        let quote = bytes[position]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
            let end = bytes[(position + 1)...].firstIndex(of: quote)
        else { throw syntax("the value of an attribute is not quoted") }
        let value = UnsafeBufferPointer(rebasing: bytes[(position + 1)..<end])
        guard !value.contains(UInt8(ascii: "<")) else {
            throw syntax("the value of an attribute contains an angle bracket")
        }
        position = end + 1
        let attribute = Attribute(name: name, value: value)
        if value.contains(UInt8(ascii: "&")) { _ = try attribute.text(at: offset) }
        return attribute
    }

    private mutating func note(_ name: Range<Int>) throws(XMLError) {
        guard names.count < XMLLimits.attributes else {
            throw XMLError(.tooLarge, offset: offset, reason: "a tag has too many attributes")
        }
        let isRepeated = names.contains {
            $0.count == name.count && bytes[$0].elementsEqual(bytes[name])
        }
        if isRepeated { throw syntax("an attribute occurs twice") }
        names.append(name)
    }

    private mutating func skipSpace() {
        while position < bytes.count, XMLText.isSpace(bytes[position]) { position += 1 }
    }

    private func syntax(_ reason: String) -> XMLError {
        XMLError(.syntax, offset: offset, reason: reason)
    }
}
