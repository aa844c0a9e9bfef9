/// Why a picture could not be read or written.
public struct PictureError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of failure; more kinds may come.
    public struct Code: Sendable, Hashable {
        let name: String

        /// The bytes are in no format that can be read here.
        public static let unknownFormat = Code(name: "unknown format")
        /// The format is known, and the bytes are damaged.
        public static let damaged = Code(name: "damaged picture")
        /// More pixels than a picture may have (100 million).
        public static let tooLarge = Code(name: "too many pixels")
        /// The format can be read and not written (GIF).
        public static let notWritable = Code(name: "format cannot be written")
    }

    /// What went wrong.
    public let code: Code

    /// Makes an error of this kind.
    public init(_ code: Code) {
        self.code = code
    }

    /// The kind of failure in words.
    public var description: String { code.name }
}
