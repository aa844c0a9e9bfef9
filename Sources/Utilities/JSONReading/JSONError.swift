/// Why a text is not the JSON that its reader wants: where, in which field, and what is wrong.
///
/// Two errors are equal when their codes are. `field` quotes the text: escape it before it reaches a
/// terminal.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong; open, so that a new reason breaks no `switch`.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's name.
        public let rawValue: String

        /// A code named `rawValue`.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The text breaks off.
        public static let truncated = Code(rawValue: "truncated")
        /// The text is not JSON.
        public static let syntax = Code(rawValue: "syntax")
        /// A string is no Unicode text: bad UTF-8, or half of a surrogate pair.
        public static let badText = Code(rawValue: "badText")
        /// Objects and arrays are nested deeper than the reader follows.
        public static let tooDeep = Code(rawValue: "tooDeep")
        /// A number does not fit.
        public static let outOfRange = Code(rawValue: "outOfRange")
        /// A value is of another type than its field.
        public static let wrongType = Code(rawValue: "wrongType")
        /// A field occurs twice.
        public static let duplicateField = Code(rawValue: "duplicateField")
        /// A field is not there.
        public static let missingField = Code(rawValue: "missingField")
        /// A value is of the right type, and yet not one that the field can have.
        public static let badValue = Code(rawValue: "badValue")
    }

    /// What is wrong.
    public let code: Code
    /// The field concerned, such as `entries[3].size`; empty when it is the whole text.
    public private(set) var field: String
    /// How many bytes come before the place at which it was found.
    public let offset: Int
    /// What is wrong, in words.
    public let reason: String

    init(_ code: Code, offset: Int, reason: String) {
        self.code = code
        field = ""
        self.offset = offset
        self.reason = reason
    }

    func inside(_ name: String) -> JSONError {
        var error = self
        let needsDot = !field.isEmpty && !field.hasPrefix("[")
        error.field = name + (needsDot ? "." : "") + field
        return error
    }

    func inside(element index: Int) -> JSONError { inside("[\(index)]") }

    /// Equality on the code alone.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }

    /// Feeds the code into `hasher`.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    /// Everything, in one sentence.
    public var description: String {
        "\(field.isEmpty ? "" : "field \(field): ")\(reason), at byte \(offset)"
    }
}
