import Foundation

// Character classes of RFC 9110 and RFC 3986 over bytes, for the parsers.

extension UInt8 {
    /// Whether the byte is a `tchar` (RFC 9110, 5.6.2), the characters of method and field names.
    package var isTokenCharacter: Bool {
        // Letters, digits and !#$%&'*+-.^_`|~ as two bit masks: one test for each byte of a head.
        let word: UInt64 = self < 64 ? 0x3FF6CFA00000000 : 0x57FFFFFFC7FFFFFE
        return self < 128 && word >> (self & 63) & 1 == 1
    }

    /// Whether a field value may contain the byte: no control character except the tab.
    package var isFieldValueByte: Bool { self == 9 || (self >= 32 && self != 127) }

    /// Whether the byte is one of the `sub-delims` (RFC 3986, 2.2).
    var isSubDelimiter: Bool {
        switch self {
        case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"),
            UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"),
            UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="):
            true
        default: false
        }
    }

    var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    var isHexDigit: Bool {
        isDigit || (lowercased >= UInt8(ascii: "a") && lowercased <= UInt8(ascii: "f"))
    }

    var lowercased: UInt8 {
        self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
    }

    var isBlank: Bool { self == 32 || self == 9 }
}

extension Collection<UInt8> {
    /// The bytes without the blanks at both ends.
    var trimmed: SubSequence {
        guard let first = firstIndex(where: { !$0.isBlank }) else { return self[endIndex...] }
        var last = first
        var index = first
        while index < endIndex {
            if !self[index].isBlank { last = index }
            formIndex(after: &index)
        }
        return self[first...last]
    }

    /// Whether both contain the same ASCII text, ignoring case.
    func equalsIgnoringCase(_ other: some Collection<UInt8>) -> Bool {
        count == other.count && zip(self, other).allSatisfy { $0.lowercased == $1.lowercased }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether both contain the same bytes.
    func isSame(as other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        guard let base = baseAddress, let otherBase = other.baseAddress else { return isEmpty }
        return memcmp(base, otherBase, count) == 0
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The offset of the carriage return that ends the line beginning at `start`.
    ///
    /// `count` without a carriage return.
    func endOfLine(from start: Int) -> Int {
        guard start < count, let base = baseAddress,
            let found = memchr(base + start, 13, count - start)
        else { return count }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// Whether both contain the same ASCII text, ignoring case.
    func equalsIgnoringCase(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count == other.count else { return false }
        var index = 0
        while index < count {
            if self[index].lowercased != other[index].lowercased { return false }
            index &+= 1
        }
        return true
    }
}
