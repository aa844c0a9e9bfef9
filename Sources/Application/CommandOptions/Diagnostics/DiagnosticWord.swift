package import BoundaryErrors

/// A name in a diagnosis: that of a check, of a result, or of a number.
///
/// Only a literal of the program's source or the code of an error makes one. A path, an address or
/// the name of an account is a `String`, and does not type-check. The words are therefore all that
/// a report for others contains, besides numbers.
package struct DiagnosticWord: Hashable, Comparable, Sendable, CustomStringConvertible,
    ExpressibleByStringLiteral
{
    /// The word as text.
    package let description: String

    /// Creates the word of a literal.
    package init(stringLiteral literal: StaticString) { description = "\(literal)" }

    /// Creates the word of an error's code.
    package init(of code: some ErrorCode) { description = code.name }

    /// Creates a word of a text that comes from a literal.
    init(_ text: String) { description = text }

    /// The order of the texts.
    package static func < (left: Self, right: Self) -> Bool {
        left.description < right.description
    }
}
