/// Text that is equal to other text only when its bytes are.
///
/// Swift holds two strings equal that look the same ("é" as one scalar or as two); servers and file
/// systems tell them apart, and so must whatever keeps their names. Hashing and comparing take the
/// text's length.
public struct ExactText: Hashable, Sendable {
    private let text: String

    /// Stands for `text`.
    public init(_ text: String) { self.text = text }

    /// Equality of the bytes in UTF-8.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.text.utf8.elementsEqual(rhs.text.utf8)
    }

    /// Feeds the bytes into `hasher`.
    public func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
