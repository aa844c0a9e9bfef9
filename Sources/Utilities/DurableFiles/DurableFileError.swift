import BoundaryErrors

/// An error of a file operation: the operation, the file and the reason.
package struct DurableFileError: BoundaryError {
    /// The kind of error.
    package struct Code: ErrorCode {
        /// The code's name, in words.
        package let name: String
        /// The remedy, for the user of the program.
        package let advice: String?

        /// The disk or the quota is full.
        package static let noSpace = Code(
            name: "no space",
            advice: "free some space and run again; the old file, if any, is untouched")
        /// The file would exceed the largest size that this process or file system allows.
        package static let tooLarge = Code(
            name: "too large",
            advice: "raise the file size limit (ulimit -f), or use another file system")
        /// Permissions or a read-only file system forbid it.
        package static let notPermitted = Code(
            name: "not permitted",
            advice: "check the folder's owner and permissions, and that it is not read-only")
        /// The folder or file does not exist.
        package static let notFound = Code(
            name: "not found", advice: "create the folder, or check the spelling")
        /// A folder exists where a file is required.
        package static let isFolder = Code(
            name: "is a folder", advice: "remove the folder, or choose another name")
        /// Something other than a folder exists where a folder is required.
        package static let notAFolder = Code(
            name: "not a folder", advice: "choose a folder, or remove the file at this path")
        /// A symbolic link or a special file exists where a regular file is required.
        package static let notRegularFile = Code(
            name: "not a regular file",
            advice: "remove the link or special file; it is never followed")
        /// The name is empty, too long, `.`, `..`, or contains a slash or a NUL.
        package static let badName = Code(
            name: "bad name", advice: "use a plain file name of at most 255 bytes")
        /// The process has too many files open.
        package static let tooManyOpenFiles = Code(
            name: "too many open files", advice: "raise the limit of open files (ulimit -n)")
        /// The file's length is not the expected one.
        package static let unexpectedLength = Code(
            name: "unexpected length", advice: "fetch the file again")
        /// Other users have access to a file or folder that has to be this user's own, or own it.
        package static let exposed = Code(
            name: "exposed", advice: "make it the user's own, and run `chmod go=` on it")
        /// Another process holds the lock.
        package static let locked = Code(name: "locked", advice: "wait until the other run ends")
        /// The medium cannot read or write a part of the file.
        package static let mediumFailure = Code(
            name: "medium failure",
            advice: "copy what you need to another disk, and check this one")
        /// Any other error of the system; see `systemError`.
        package static let system = Code(
            name: "system error", advice: "check the disk, and run again")
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

    /// The operation, the path and the reason.
    package var message: String { "cannot \(operation) \(path): \(reason)" }
}
