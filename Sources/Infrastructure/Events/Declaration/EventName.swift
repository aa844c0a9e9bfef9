/// The name of a type of event: words of ASCII letters, digits and `-`, separated by dots.
///
/// The first words form groups, to which a receiver can listen: `account.*`.
public struct EventName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The name as a text.
    public let rawValue: String

    /// A name; `EventHub` refuses an invalid one.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A name as a literal.
    public init(stringLiteral value: String) { rawValue = value }

    /// The name as a text.
    public var description: String { rawValue }

    /// Whether the syntax of the name is valid.
    public var isValid: Bool {
        rawValue.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { word in
            !word.isEmpty && word.utf8.allSatisfy(Self.isWordByte)
        }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
