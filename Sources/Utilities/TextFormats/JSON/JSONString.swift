/// A string of the text being read, without its quotes and with its escapes resolved.
///
/// It points into the reader: use it before the reader's next step, or make a `String` of it.
package struct JSONString {
    /// The string's UTF-8.
    package let utf8: UnsafeBufferPointer<UInt8>
    let offset: Int
    let isASCII: Bool

    /// Whether the string is equal to `other`.
    package static func == (lhs: JSONString, other: StaticString) -> Bool {
        guard lhs.utf8.count == other.utf8CodeUnitCount else { return false }
        var index = 0
        while index < lhs.utf8.count {
            if lhs.utf8[index] != other.utf8Start[index] { return false }
            index += 1
        }
        return true
    }

    /// Matches the string against a literal, so that a `switch` can have literals as its cases.
    package static func ~= (pattern: StaticString, text: JSONString) -> Bool { text == pattern }
}
