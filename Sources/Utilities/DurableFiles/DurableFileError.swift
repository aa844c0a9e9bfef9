/// An error of a file operation: its reason, the operation, and a remedy.
///
/// Two errors are equal when their codes are; the rest is for a reader. `path` may hold an
/// untrusted name: escape it (Escaping) before it is written to a terminal or a log.
package struct DurableFileError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of error; open, so that a new kind breaks no `switch`.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's name, in words.
        package let description: String
        private init(_ description: String) { self.description = description }

        /// The disk or the quota is full.
        package static let noSpace = Code("no space")
        /// The file would exceed the largest size that this process or file system allows.
        package static let tooLarge = Code("too large")
        /// Permissions or a read-only file system forbid it.
        package static let notPermitted = Code("not permitted")
        /// The folder or file does not exist.
        package static let notFound = Code("not found")
        /// A folder exists where a file is required.
        package static let isFolder = Code("is a folder")
        /// Something other than a folder exists where a folder is required.
        package static let notAFolder = Code("not a folder")
        /// A symbolic link or a special file exists where a regular file is required.
        package static let notRegularFile = Code("not a regular file")
        /// The name is empty, too long, `.`, `..`, or contains a slash or a NUL.
        package static let badName = Code("bad name")
        /// The process has too many files open.
        package static let tooManyOpenFiles = Code("too many open files")
        /// The file's length is not the expected one.
        package static let unexpectedLength = Code("unexpected length")
        /// Another process holds the lock.
        package static let locked = Code("locked")
        /// Any other error of the system; see `systemError`.
        package static let system = Code("system error")
    }

    /// The kind of error.
    package let code: Code
    /// The file or folder concerned, as the caller named it.
    package let path: String
    /// The failed operation, as a verb such as `write` or `rename`.
    package let operation: String
    /// The system's `errno`; 0 when the error does not come from the system.
    package let systemError: Int32
    /// A description of the cause, without the path.
    package let reason: String

    init(_ code: Code, path: String, operation: String, systemError: Int32 = 0, reason: String) {
        self.code = code
        self.path = path
        self.operation = operation
        self.systemError = systemError
        self.reason = reason
    }

    /// Equality on the code alone.
    package static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    /// The whole error, in one sentence.
    package var description: String { "cannot \(operation) \(path): \(reason) (\(advice))" }

    /// The remedy, for the person who runs the program.
    package var advice: String {
        switch code {
        case .noSpace: "free some space and run again; the old file, if any, is untouched"
        case .tooLarge: "raise the file size limit (ulimit -f), or use another file system"
        case .notPermitted: "check the folder's owner and permissions, and that it is not read-only"
        case .notFound: "create the folder, or check the spelling"
        case .isFolder: "remove the folder, or choose another name"
        case .notAFolder: "choose a folder, or remove the file at this path"
        case .notRegularFile: "remove the link or special file; it is never followed"
        case .badName: "use a plain file name of at most 255 bytes"
        case .tooManyOpenFiles: "raise the limit of open files (ulimit -n)"
        case .unexpectedLength: "fetch the file again"
        case .locked: "wait until the other run ends"
        default: "check the disk, and run again"
        }
    }
}
