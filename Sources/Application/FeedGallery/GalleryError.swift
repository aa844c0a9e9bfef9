package import DurableFiles

/// An error of a gallery, with the remedy.
///
/// Two errors are equal if their codes are. `path` comes from the caller; escape it for a terminal.
package struct GalleryError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of failure; an open set, so that a new code breaks no `switch`.
    package struct Code: Sendable, Hashable {
        private let name: String

        /// The folder contains files and is not a gallery of this program.
        package static let folderNotOurs = Code(name: "folder not ours")
        /// Another run is writing into the folder.
        package static let inUse = Code(name: "in use")
        /// An item's month is newer than the items before it allow.
        package static let outOfOrder = Code(name: "out of order")
        /// A file could not be written; see `cause`.
        package static let file = Code(name: "file")
    }

    /// The kind of failure.
    package let code: Code
    /// The gallery's folder.
    package let path: String
    /// The error of the file system, for `file` and `inUse`.
    package let cause: DurableFileError?

    init(_ code: Code, path: String, cause: DurableFileError? = nil) {
        self.code = code
        self.path = path
        self.cause = cause
    }

    init(_ cause: DurableFileError, path: String) {
        self.init(cause.code == .locked ? .inUse : .file, path: path, cause: cause)
    }

    /// Compares the codes only.
    package static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    /// The problem and the remedy, in a sentence.
    package var description: String {
        switch code {
        case .folderNotOurs:
            "\(path) contains files and is not a gallery; choose an empty or a new folder"
        case .inUse: "another run is writing the gallery in \(path); wait until it ends"
        case .outOfOrder: "the items of a gallery must be in order, newest month first"
        default: cause?.description ?? "cannot write the gallery in \(path)"
        }
    }
}

/// Runs file operations of a gallery, and converts their errors to `GalleryError`.
func mapErrors<Result: ~Copyable>(
    at path: String, _ work: () throws(DurableFileError) -> Result
) throws(GalleryError) -> Result {
    do { return try work() } catch { throw GalleryError(error, path: path) }
}
