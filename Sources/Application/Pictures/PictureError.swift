/// The reason why a picture could not be read or written.
public struct PictureError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of failure; later versions may add kinds.
    public struct Code: Sendable, Hashable {
        let name: String

        /// The bytes are not in a supported format.
        public static let unknownFormat = Code(name: "unknown format")
        /// The format is known, but the bytes are damaged.
        public static let damaged = Code(name: "damaged picture")
        /// The picture has more than 100 million pixels.
        public static let tooLarge = Code(name: "too many pixels")
        /// The format can be read but not written (GIF).
        public static let notWritable = Code(name: "format cannot be written")
    }

    /// The kind of failure.
    public let code: Code

    /// Creates an error of the given kind.
    public init(_ code: Code) {
        self.code = code
    }

    /// The kind of failure in words.
    public var description: String { code.name }
}
