/// The reason why a picture could not be read or written.
package struct PictureError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of failure; later versions may add kinds.
    package struct Code: Sendable, Hashable {
        let name: String

        /// The bytes are not in a supported format.
        package static let unknownFormat = Code(name: "unknown format")
        /// The format is known, but the bytes are damaged.
        package static let damaged = Code(name: "damaged picture")
        /// The picture has more than 100 million pixels.
        package static let tooLarge = Code(name: "too many pixels")
        /// The format can be read but not written (GIF).
        package static let notWritable = Code(name: "format cannot be written")
    }

    /// The kind of failure.
    package let code: Code

    /// Creates an error of the given kind.
    package init(_ code: Code) {
        self.code = code
    }

    /// The kind of failure in words.
    package var description: String { code.name }
}
