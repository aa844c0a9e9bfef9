import BoundaryErrors

/// An error in a JSON text: its position, its field and the reason.
///
/// `field` quotes the text.
package struct JSONError: BoundaryError {
    /// The kind of error.
    package struct Code: ErrorCode {
        /// The code's name.
        package let name: String

        /// The text ends too early.
        package static let truncated = Code(name: "truncated")
        /// The text is not JSON.
        package static let syntax = Code(name: "syntax")
        /// A string is not valid Unicode text: bad UTF-8, or half of a surrogate pair.
        package static let badText = Code(name: "badText")
        /// Objects and arrays are nested more deeply than the reader allows.
        package static let tooDeep = Code(name: "tooDeep")
        /// A number does not fit its type.
        package static let outOfRange = Code(name: "outOfRange")
        /// A value has another type than its field.
        package static let wrongType = Code(name: "wrongType")
        /// A field occurs twice.
        package static let duplicateField = Code(name: "duplicateField")
        /// A field is missing.
        package static let missingField = Code(name: "missingField")
        /// A value has the right type, but is not allowed for the field.
        package static let badValue = Code(name: "badValue")
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

    /// The field, the reason and the position.
    package var message: String {
        "\(field.isEmpty ? "" : "field \(field): ")\(reason), at byte \(offset)"
    }
}
