extension JSONReader {
    /// Reads a string.
    package mutating func string() throws(JSONError) -> String {
        let text = try text()
        if text.isASCII { return String(decoding: text.utf8, as: UTF8.self) }
        guard let string = String(validating: text.utf8, as: UTF8.self) else {
            throw JSONError(.badText, offset: text.offset, reason: "the string is not UTF-8")
        }
        return string
    }

    /// Reads a string, without a copy unless it has escapes; see `JSONString` for its lifetime.
    ///
    /// Its UTF-8 is not validated: only `string()` does that.
    package mutating func text() throws(JSONError) -> JSONString {
        guard peek() == UInt8(ascii: "\"") else { throw unexpected("a string") }
        return try quotedText("a string")
    }

    /// Reads a long string with a restricted alphabet, such as base64, in one pass.
    ///
    /// - Parameter decode: converts the string's bytes. They have not been checked, so it must
    ///   return `nil` for a backslash or a control character. For a string with escapes, it is
    ///   called a second time with the unescaped text.
    /// - Returns: the result of `decode`; `nil` if it cannot convert the string.
    package mutating func string<Value>(
        decoding decode: (UnsafeBufferPointer<UInt8>) -> Value?
    ) throws(JSONError) -> Value? {
        if peek() == UInt8(ascii: "\""), let raw = bytesToNextQuote(), let value = decode(raw) {
            position += raw.count + 2
            return value
        }
        return decode(try text().utf8)
    }

    /// Reads a whole number.
    package mutating func integer() throws(JSONError) -> Int64 {
        let start = position
        let digits = try number()
        guard let value = Int64(digits) else {
            let isWhole = digits.allSatisfy { $0.isNumber || $0 == "-" }
            throw JSONError(
                isWhole ? .outOfRange : .wrongType, offset: start,
                reason: isWhole ? "the number does not fit 64 bits" : "not a whole number")
        }
        return value
    }

    /// Reads a number.
    package mutating func double() throws(JSONError) -> Double {
        let start = position
        guard let value = Double(try number()), value.isFinite else {
            throw JSONError(.outOfRange, offset: start, reason: "the number is too large")
        }
        return value
    }

    /// Returns an error about the value that was read last.
    package func badValue(_ reason: String) -> JSONError { error(.badValue, reason) }

    /// Returns an error about the object that was read last, in which the field `name` is missing.
    package func missing(_ name: String) -> JSONError {
        error(.missingField, "the field is missing").inside(name)
    }

    /// Returns an error about a field that occurred before in the same object.
    package func duplicate() -> JSONError { error(.duplicateField, "the field occurs twice") }

    /// Reads a number as text; JSON's grammar is narrower than that of Swift's own parsers.
    mutating func number() throws(JSONError) -> Substring {
        let first = peek()
        let start = position
        guard first == UInt8(ascii: "-") || isDigit(at: position) else {
            throw unexpected("a value")
        }
        if first == UInt8(ascii: "-") { position += 1 }
        let leading = position
        try digits()
        if position - leading > 1, bytes[leading] == UInt8(ascii: "0") {
            throw error(.syntax, "a number must not begin with 0")
        }
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < bytes.count,
                bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-")
            {
                position += 1
            }
            try digits()
        }
        return Substring(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while isDigit(at: position) { position += 1 }
        if position == start {
            throw error(position == bytes.count ? .truncated : .syntax, "expected a digit")
        }
    }

    private func isDigit(at index: Int) -> Bool {
        index < bytes.count && bytes[index] &- UInt8(ascii: "0") <= 9
    }
}
