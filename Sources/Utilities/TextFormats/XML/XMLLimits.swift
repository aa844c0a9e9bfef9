/// The limits of a text, which bound the memory of its reader.
package enum XMLLimits {
    /// The maximum nesting depth of elements.
    package static let depth = 64
    /// The maximum length in bytes of a tag, a comment, or another construct in angle brackets.
    package static let tag = 64 << 10
    /// The maximum length in bytes of the text between two tags.
    package static let text = 64 << 10
    /// The maximum number of attributes of a tag, and of namespaces that are declared at one place.
    ///
    /// Programs that develop raw photos write more than a hundred of them into an XMP packet.
    package static let attributes = 512
}
