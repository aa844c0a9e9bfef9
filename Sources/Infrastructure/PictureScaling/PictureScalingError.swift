import BoundaryErrors

/// The reason why a picture or video was not scaled.
///
/// No text quotes the file or the output of a decoder.
package struct PictureScalingError: BoundaryError {
    /// The kind of error.
    package struct Code: ErrorCode {
        /// The code's name, in the form of the reasons of missing thumbnails.
        package let name: String
        /// Whether another attempt with the same file would fail, too.
        package let isOfFile: Bool

        init(_ name: String, isOfFile: Bool = true) {
            self.name = name
            self.isOfFile = isOfFile
        }

        /// A decoder is not installed.
        package static let programMissing = Code("program_missing", isOfFile: false)
        /// A decoder cannot be started, or the file cannot be read.
        package static let system = Code("system", isOfFile: false)
        /// The decoder did not end in time, perhaps because the machine is busy.
        package static let timeout = Code("timeout", isOfFile: false)
        /// The file has a format that no decoder here reads.
        package static let unknownFormat = Code("unknown_format")
        /// The picture has too many pixels, or its thumbnail too many bytes.
        package static let tooLarge = Code("too_large")
        /// The decoder used more processor time than it may.
        package static let tooSlow = Code("too_slow")
        /// A signal has ended the decoder.
        package static let crashed = Code("crashed")
        /// The decoder found the file damaged, or needed more memory than it may have.
        package static let undecodable = Code("undecodable")
        /// The decoder returned something else than a JPEG.
        package static let notAPicture = Code("not_a_picture")
    }

    /// The kind of error.
    package let code: Code
    /// The failure in one sentence.
    package let message: String
    /// The remedy; `nil` if there is none.
    package let advice: String?

    /// Creates an error.
    package init(_ code: Code, _ message: String, advice: String? = nil) {
        self.code = code
        self.message = message
        self.advice = advice
    }
}
