public import BoundaryErrors
import DurableFiles

/// An error of a spool: its kind, the folder, and the remedy.
///
/// No error contains a record. `place` is a path: escape it before it is written to a terminal.
public struct SpoolError: BoundaryError {
    /// The kind of error; new codes may be added.
    public struct Code: ErrorCode {
        /// The code's name.
        public let name: String
        /// The remedy.
        public let advice: String?

        /// Another spool, in this process or another one, owns the folder.
        public static let locked = Code(
            name: "locked", advice: "wait until the other process ends, or use another folder")
        /// The folder cannot be created, read or written.
        public static let unusable = Code(
            name: "unusable", advice: "check the folder's owner, its permissions and the disk")
    }

    /// The kind of error.
    public let code: Code
    /// The folder or the file.
    public let place: String
    /// The cause, without the place.
    public let reason: String

    /// The failure in one sentence.
    public var message: String { "cannot use the spool \(place): \(reason)" }

    init(_ error: DurableFileError) {
        code = error.code == .locked ? .locked : .unusable
        (place, reason) = (error.path, error.reason)
    }
}
