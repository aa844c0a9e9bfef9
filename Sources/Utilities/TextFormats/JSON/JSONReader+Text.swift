#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

// The passes over single bytes.
extension JSONReader {
    /// Skips white space, and returns the next byte without consuming it; `nil` at the end.
    mutating func peek() -> UInt8? {
        skipSpace()
        return position < bytes.count ? bytes[position] : nil
    }

    mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    mutating func accept(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        position += 1
        return true
    }

    mutating func expect(_ byte: UInt8) throws(JSONError) {
        if !accept(byte) { throw unexpected("'\(Character(Unicode.Scalar(byte)))'", .syntax) }
    }

    mutating func literal(_ text: StaticString) throws(JSONError) {
        for index in 0..<text.utf8CodeUnitCount {
            guard position < bytes.count else { throw error(.truncated, "the text is truncated") }
            guard bytes[position] == text.utf8Start[index] else {
                throw error(.syntax, "not a JSON value")
            }
            position += 1
        }
    }

    /// Reads the quoted string at the reader's position.
    mutating func quotedText(_ what: String) throws(JSONError) -> JSONString {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
            throw unexpected(what, .syntax)
        }
        let start = position + 1
        var index = start
        var isASCII = true
        while index + 8 <= bytes.count {
            let word = EightBytes(bytes, at: index)
            if word.containsSpecial { break }
            if word.containsNonASCII { isASCII = false }
            index += 8
        }
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                position = index + 1
                return JSONString(
                    utf8: UnsafeBufferPointer(rebasing: bytes[start..<index]), offset: start,
                    isASCII: isASCII)
            }
            if byte == UInt8(ascii: "\\") { return try escapedText(from: start, escape: index) }
            try checkControl(byte, at: index)
            if byte >= 0x80 { isASCII = false }
            index += 1
        }
        position = bytes.count
        throw error(.truncated, "the text is truncated in a string")
    }

    /// Returns the bytes between the quote at the reader's position and the next quote, unchecked.
    func bytesToNextQuote() -> UnsafeBufferPointer<UInt8>? {
        let rest = UnsafeBufferPointer(rebasing: bytes[(position + 1)...])
        guard let start = rest.baseAddress, let end = memchr(start, 0x22, rest.count) else {
            return nil
        }
        let count = UnsafeRawPointer(end) - UnsafeRawPointer(start)
        return UnsafeBufferPointer(rebasing: rest.prefix(count))
    }

    private func checkControl(_ byte: UInt8, at index: Int) throws(JSONError) {
        if byte < 0x20 {
            throw JSONError(
                .syntax, offset: index, reason: "a string contains an unescaped control character")
        }
    }

    private mutating func escapedText(
        from start: Int, escape: Int
    ) throws(JSONError) -> JSONString {
        scratch.removeAll()
        scratch.append(UnsafeBufferPointer(rebasing: bytes[start..<escape]))
        position = escape
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") {
                return JSONString(utf8: scratch.contents, offset: start, isASCII: false)
            }
            try checkControl(byte, at: position - 1)
            if byte == UInt8(ascii: "\\") { try appendEscape() } else { scratch.append(byte) }
        }
        throw error(.truncated, "the text is truncated in a string")
    }

    private mutating func appendEscape() throws(JSONError) {
        guard position < bytes.count else { throw error(.truncated, "the text is truncated") }
        let letter = bytes[position]
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scratch.append(letter)
        case UInt8(ascii: "b"): scratch.append(0x08)
        case UInt8(ascii: "f"): scratch.append(0x0C)
        case UInt8(ascii: "n"): scratch.append(0x0A)
        case UInt8(ascii: "r"): scratch.append(0x0D)
        case UInt8(ascii: "t"): scratch.append(0x09)
        case UInt8(ascii: "u"): try appendCodeUnits()
        default: throw error(.syntax, "unknown escape sequence")
        }
    }

    private mutating func appendCodeUnits() throws(JSONError) {
        var value = try codeUnit()
        if value & 0xFC00 == 0xD800, position + 1 < bytes.count,
            bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u")
        {
            position += 2
            let low = try codeUnit()
            guard low & 0xFC00 == 0xDC00 else { throw loneSurrogate() }
            value = 0x10000 + (value & 0x3FF) << 10 | (low & 0x3FF)
        }
        guard let scalar = Unicode.Scalar(value) else { throw loneSurrogate() }
        for byte in String(Character(scalar)).utf8 { scratch.append(byte) }
    }

    private func loneSurrogate() -> JSONError {
        error(.badText, "unpaired surrogate")
    }

    private mutating func codeUnit() throws(JSONError) -> UInt32 {
        guard position + 4 <= bytes.count else { throw error(.truncated, "the text is truncated") }
        var value: UInt32 = 0
        for _ in 0..<4 {
            let byte = bytes[position]
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: throw error(.syntax, "expected a hexadecimal digit")
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }

    /// Returns the name whose text begins at `offset`, for an error; a long name is cut.
    ///
    /// It reads the name again, because the earlier text may no longer be valid.
    mutating func nameOfField(at offset: Int) -> String {
        position = offset - 1
        guard let name = try? string() else { return "?" }
        guard name.utf8.count > 64 else { return name }
        return String(String.UnicodeScalarView(name.unicodeScalars.prefix(32))) + "…"
    }

    func error(_ code: JSONError.Code, _ reason: String) -> JSONError {
        JSONError(code, offset: position, reason: reason)
    }

    /// Returns an error about the text at the reader's position, where `wanted` is expected.
    func unexpected(_ wanted: String, _ code: JSONError.Code = .wrongType) -> JSONError {
        guard position < bytes.count else {
            return error(.truncated, "expected \(wanted), but the text is truncated")
        }
        let isValue: Bool =
            switch bytes[position] {
            case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "-"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "t"), UInt8(ascii: "f"),
                UInt8(ascii: "n"):
                true
            default: false
            }
        return error(isValue ? code : .syntax, "expected \(wanted)")
    }
}
