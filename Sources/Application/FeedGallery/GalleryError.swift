public import DurableFiles

/// Why a gallery could not be written, and what to do about it.
///
/// Two errors are equal when their codes are. `path` is the caller's; escape it before a terminal.
public struct GalleryError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What went wrong; open, so that a new reason breaks no `switch`.
    public struct Code: Sendable, Hashable {
        private let name: String

        /// The folder holds something that is no gallery of ours.
        public static let folderNotOurs = Code(name: "folder not ours")
        /// Another run is writing into the folder.
        public static let inUse = Code(name: "in use")
        /// An item's month is newer than the items before it allow.
        public static let outOfOrder = Code(name: "out of order")
        /// A file could not be written; see `cause`.
        public static let file = Code(name: "file")
    }

    /// What went wrong.
    public let code: Code
    /// The gallery's folder.
    public let path: String
    /// The file system's side of it, for `file` and `inUse`.
    public let cause: DurableFileError?

    init(_ code: Code, path: String, cause: DurableFileError? = nil) {
        self.code = code
        self.path = path
        self.cause = cause
    }

    init(_ cause: DurableFileError, path: String) {
        self.init(cause.code == .locked ? .inUse : .file, path: path, cause: cause)
    }

    /// Equality on the code alone.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    /// What happened and what to do, in a sentence.
    public var description: String {
        switch code {
        case .folderNotOurs:
            "\(path) holds files and is no gallery; choose an empty or a new folder"
        case .inUse: "another run is writing the gallery in \(path); wait until it has ended"
        case .outOfOrder: "items of a gallery come newest month first"
        default: cause?.description ?? "the gallery in \(path) could not be written"
        }
    }
}

/// Runs file work on behalf of a gallery, and reports its errors as the gallery's.
func reporting<Result: ~Copyable>(
    at path: String, _ work: () throws(DurableFileError) -> Result
) throws(GalleryError) -> Result {
    do { return try work() } catch { throw GalleryError(error, path: path) }
}
