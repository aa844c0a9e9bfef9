/// A name or a label of an event: a text of the program's source.
///
/// Only a literal makes one. A path, an address, the name of a file or of an account is a `String`,
/// and does not type-check; neither does an interpolation.
///
/// A word has 1 to 256 bytes: letters and digits of ASCII, `-` and `.`. Another literal traps.
package struct TrackedWord: Hashable, Sendable, ExpressibleByStringLiteral {
    private static let limit = 256

    /// The word as text.
    package let text: String

    /// Creates the word of a literal; traps if its syntax is invalid.
    package init(stringLiteral literal: StaticString) {
        text = "\(literal)"
        precondition(
            Self.isValid(text),
            "a tracked word has 1 to \(Self.limit) letters, digits, hyphens and dots: '\(text)'")
    }

    /// Whether `text` has the syntax of a word.
    static func isValid(_ text: String) -> Bool {
        (1...limit).contains(text.utf8.count) && text.utf8.allSatisfy(isWordByte)
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
