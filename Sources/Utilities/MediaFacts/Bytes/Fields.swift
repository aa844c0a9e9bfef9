/// Bytes with the numbers in them, in one of the two orders; a number that is not inside is `nil`.
struct Fields {
    let bytes: [UInt8]
    /// Whether the least significant byte of a number comes first.
    var isLittleEndian = false

    init(_ bytes: [UInt8], isLittleEndian: Bool = false) {
        self.bytes = bytes
        self.isLittleEndian = isLittleEndian
    }

    var count: Int { bytes.count }

    /// The number in `width` bytes, at most eight, at `offset`.
    func number(_ offset: Int, _ width: Int) -> UInt64? {
        guard offset >= 0, width <= 8, offset <= count - width else { return nil }
        var value: UInt64 = 0
        for index in 0..<width {
            let place = isLittleEndian ? offset + width - 1 - index : offset + index
            value = value << 8 | UInt64(bytes[place])
        }
        return value
    }

    func uint8(_ offset: Int) -> Int? { number(offset, 1).map { Int($0) } }
    func uint16(_ offset: Int) -> Int? { number(offset, 2).map { Int($0) } }
    func uint32(_ offset: Int) -> Int64? { number(offset, 4).map { Int64($0) } }
    func int32(_ offset: Int) -> Int32? {
        number(offset, 4).map { Int32(truncatingIfNeeded: $0) }
    }

    /// Whether the bytes at `offset` are those of `text`.
    func matches(_ text: StaticString, at offset: Int = 0) -> Bool {
        let length = text.utf8CodeUnitCount
        guard offset >= 0, offset <= count - length else { return false }
        return (0..<length).allSatisfy { bytes[offset + $0] == text.utf8Start[$0] }
    }

    /// The bytes from `offset` on as a text for display; see `FactText`.
    func text(from offset: Int = 0) -> String? { FactText.clean(bytes.dropFirst(offset)) }
}

/// The texts of a file, such as the name of a camera.
enum FactText {
    /// Returns the text up to the first zero byte, without spaces at its ends.
    ///
    /// A control character becomes a space. Bytes that are not UTF-8 are read as Latin-1, which
    /// gives each byte a character. `nil` if nothing is left.
    static func clean(_ bytes: some Sequence<UInt8>) -> String? {
        var text = Array(bytes.prefix { $0 != 0 })
        if !text.allSatisfy({ (0x20...0x7E).contains($0) }) {
            let valid =
                String(validating: text, as: UTF8.self)
                ?? String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) }))
            let scalars = valid.unicodeScalars.map {
                $0.properties.generalCategory == .control ? " " : $0
            }
            text = Array(String(String.UnicodeScalarView(scalars)).utf8)
        }
        while text.last == 0x20 { text.removeLast() }
        text.removeFirst(text.prefix { $0 == 0x20 }.count)
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }
}
