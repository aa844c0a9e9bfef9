/// Text that is equal to other text only if its bytes are equal.
///
/// In Swift, two strings are equal if they look the same ("é" as one scalar or as two). Servers and
/// file systems distinguish them, so code that keeps their names must do so, too. Hashing and
/// comparison take time linear in the text's length.
package struct ByteEqualString: Hashable, Sendable {
    private let text: String

    /// Creates a value for `text`.
    package init(_ text: String) { self.text = text }

    /// Equality of the bytes in UTF-8.
    package static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.text.utf8.elementsEqual(rhs.text.utf8)
    }

    /// Feeds the bytes into `hasher`.
    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
