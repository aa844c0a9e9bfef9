// Strings: nearly all texts need no escapes, and are copied in one piece.
extension JSONWriter {
    /// Appends `text` as a JSON string with its quotes.
    static func append(quoted text: String, to bytes: inout [UInt8], escaping escapes: Escapes) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        let plain = text.withUTF8 { utf8 in
            let count = plainPrefix(of: utf8, escapes)
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[..<count]))
            return count
        }
        if plain < text.utf8.count {
            let start = text.utf8.index(text.startIndex, offsetBy: plain)
            for scalar in text[start...].unicodeScalars {
                append(scalar, to: &bytes, escaping: escapes)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// The number of bytes before the first one that may need an escape.
    private static func plainPrefix(
        of utf8: UnsafeBufferPointer<UInt8>, _ escapes: Escapes
    ) -> Int {
        let (escapesMarkup, escapesNonASCII) = (escapes == .hostile, escapes != .required)
        var index = 0
        while index + 8 <= utf8.count {
            let word = EightBytes(utf8, at: index)
            if word.containsSpecial || escapesNonASCII && word.containsNonASCIIOrDelete
                || escapesMarkup && word.containsMarkup
            {
                break
            }
            index += 8
        }
        while index < utf8.count {
            let byte = utf8[index]
            if byte < 0x20 || isDelimiter(byte) || escapesNonASCII && byte >= 0x7F
                || escapesMarkup && isMarkup(byte)
            {
                break
            }
            index += 1
        }
        return index
    }

    private static func append(
        _ scalar: Unicode.Scalar, to bytes: inout [UInt8], escaping escapes: Escapes
    ) {
        if scalar.isASCII, isDelimiter(UInt8(scalar.value)) {
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(UInt8(scalar.value))
        } else if isEscaped(scalar, escapes) {
            for unit in scalar.utf16 { append(escape: unit, to: &bytes) }
        } else {
            bytes.append(contentsOf: scalar.utf8)
        }
    }

    /// Whether the scalar is written as `\uXXXX`.
    static func isEscaped(_ scalar: Unicode.Scalar, _ escapes: Escapes) -> Bool {
        switch escapes {
        case .required: scalar.value < 0x20
        case .nonASCII: scalar.value < 0x20 || scalar.value >= 0x7F
        case .hostile: scalar.isHostile || scalar.isASCII && isMarkup(UInt8(scalar.value))
        }
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func isMarkup(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
    }

    private static func append(escape unit: UInt16, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(UInt8(ascii: "u"))
        for shift in [12, 8, 4, 0] {
            let digit = UInt8(unit >> UInt16(shift) & 15)
            bytes.append(digit < 10 ? 48 + digit : 87 + digit)
        }
    }
}
