import BoundaryErrors
import DurableFiles

/// An error of a gallery.
package struct GalleryError: BoundaryError {
    /// The kind of error.
    package struct Code: ErrorCode {
        /// The code's name, in words.
        package let name: String
        /// The remedy, for the user of the program; `nil` if there is none.
        package var advice: String?

        /// The folder contains files and is not a gallery of this program.
        package static let folderNotOurs = Code(
            name: "folder not ours", advice: "choose an empty or a new folder")
        /// Another run is writing into the folder.
        package static let inUse = Code(name: "in use", advice: "wait until it ends")
        /// An item's month is newer than the items before it allow.
        package static let outOfOrder = Code(name: "out of order")
        /// A file could not be written; see `cause`.
        package static let file = Code(name: "file")
    }

    /// The kind of error.
    package let code: Code
    /// The gallery's folder.
    package let path: String
    /// The error of the file system, for `file` and `inUse`.
    package let cause: (any Error)?

    init(_ code: Code, path: String, cause: DurableFileError? = nil) {
        self.code = code
        self.path = path
        self.cause = cause
    }

    init(_ cause: DurableFileError, path: String) {
        self.init(cause.code == .locked ? .inUse : .file, path: path, cause: cause)
    }

    /// The problem, in a sentence.
    package var message: String {
        switch code {
        case .folderNotOurs: "\(path) contains files and is not a gallery"
        case .inUse: "another run is writing the gallery in \(path)"
        case .outOfOrder: "the items of a gallery must be in order, newest month first"
        default: file?.message ?? "cannot write the gallery in \(path)"
        }
    }

    /// The remedy of the code, or else that of the file system's error.
    package var advice: String? { code.advice ?? file?.advice }

    private var file: DurableFileError? { cause as? DurableFileError }
}

/// Runs file operations of a gallery, and converts their errors to `GalleryError`.
func mapErrors<Result: ~Copyable>(
    at path: String, _ work: () throws(DurableFileError) -> Result
) throws(GalleryError) -> Result {
    do { return try work() } catch { throw GalleryError(error, path: path) }
}
