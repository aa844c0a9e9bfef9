import BoundaryErrors

/// An error in an XML text: its position and the reason.
///
/// `reason` never quotes the text, which is untrusted and can be long.
package struct XMLError: BoundaryError {
    /// The kind of error.
    package struct Code: ErrorCode {
        /// The code's name.
        package let name: String

        /// The text ends too early.
        package static let truncated = Code(name: "truncated")
        /// The text is not well-formed XML.
        package static let syntax = Code(name: "syntax")
        /// The text is not valid UTF-8, or declares another encoding.
        package static let badText = Code(name: "badText")
        /// The text has a document type declaration, which could define entities.
        package static let documentType = Code(name: "documentType")
        /// The text uses an entity other than the five of XML.
        package static let unknownEntity = Code(name: "unknownEntity")
        /// A prefix is not declared, or a declaration of a namespace is not allowed.
        package static let badNamespace = Code(name: "badNamespace")
        /// Elements are nested more deeply than the reader allows.
        package static let tooDeep = Code(name: "tooDeep")
        /// A tag or a text is longer, or a list is larger, than the reader allows.
        package static let tooLarge = Code(name: "tooLarge")
        /// The text is well-formed, but violates the rules of its format.
        package static let badValue = Code(name: "badValue")
    }

    /// The kind of error.
    package let code: Code
    /// The number of bytes before the construct with the error.
    package let offset: Int
    /// A description of the error, without its position.
    package let reason: String

    /// Creates an error at the byte `offset`.
    package init(_ code: Code, offset: Int, reason: String) {
        self.code = code
        self.offset = offset
        self.reason = reason
    }

    /// The reason and the position.
    package var message: String { "\(reason), at byte \(offset)" }
}
