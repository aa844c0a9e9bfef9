import BoundaryErrors

/// The reason why a picture could not be read or written.
package struct PictureError: BoundaryError {
    /// The kind of error.
    package struct Code: ErrorCode {
        /// The code's name, in words.
        package let name: String

        /// The bytes are not in a supported format.
        package static let unknownFormat = Code(name: "unknown format")
        /// The format is known, but the bytes are damaged.
        package static let damaged = Code(name: "damaged picture")
        /// The picture has more than 100 million pixels.
        package static let tooLarge = Code(name: "too many pixels")
        /// The format can be read but not written (GIF).
        package static let notWritable = Code(name: "format cannot be written")
        /// The system has no libgd, or one without a function that is needed.
        package static let noLibrary = Code(name: "cannot load libgd")
    }

    /// The kind of error.
    package let code: Code
    private let reason: String?

    /// Creates an error of the given kind.
    package init(_ code: Code) {
        self.init(code, reason: nil)
    }

    init(_ code: Code, reason: String?) {
        self.code = code
        self.reason = reason
    }

    /// The kind of error in words.
    package var message: String { code.name + (reason.map { ": \($0)" } ?? "") }

    package var advice: String? {
        code == .noLibrary ? "install libgd; on Debian, the package libgd3" : nil
    }
}
