/// An error in a JSON text: its position, its field and the reason.
///
/// Two errors are equal when their codes are. `field` quotes the text: escape it before it is
/// written to a terminal.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error; open, so that a new kind breaks no `switch`.
    package struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's name.
        package let rawValue: String

        /// Creates the code named `rawValue`.
        package init(rawValue: String) { self.rawValue = rawValue }

        /// The text ends too early.
        package static let truncated = Code(rawValue: "truncated")
        /// The text is not JSON.
        package static let syntax = Code(rawValue: "syntax")
        /// A string is not valid Unicode text: bad UTF-8, or half of a surrogate pair.
        package static let badText = Code(rawValue: "badText")
        /// Objects and arrays are nested more deeply than the reader allows.
        package static let tooDeep = Code(rawValue: "tooDeep")
        /// A number does not fit its type.
        package static let outOfRange = Code(rawValue: "outOfRange")
        /// A value has another type than its field.
        package static let wrongType = Code(rawValue: "wrongType")
        /// A field occurs twice.
        package static let duplicateField = Code(rawValue: "duplicateField")
        /// A field is missing.
        package static let missingField = Code(rawValue: "missingField")
        /// A value has the right type, but is not allowed for the field.
        package static let badValue = Code(rawValue: "badValue")
    }

    /// The kind of error.
    package let code: Code
    /// The field concerned, such as `entries[3].size`; empty for the whole text.
    package private(set) var field: String
    /// The number of bytes before the position of the error.
    package let offset: Int
    /// A description of the error, without its position.
    package let reason: String

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
    package static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }

    /// Feeds the code into `hasher`.
    package func hash(into hasher: inout Hasher) { hasher.combine(code) }

    /// The whole error, in one sentence.
    package var description: String {
        "\(field.isEmpty ? "" : "field \(field): ")\(reason), at byte \(offset)"
    }
}
