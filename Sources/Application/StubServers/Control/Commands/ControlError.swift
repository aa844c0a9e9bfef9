public import BoundaryErrors

/// An error of a command; the command has changed nothing.
public struct ControlError: BoundaryError {
    /// The kind of error.
    public struct Code: ErrorCode {
        /// The code's name.
        public let name: String

        /// The library has no such file or folder.
        public static let notFound = Code(name: "notFound")
        /// The path is not one that Dropbox allows.
        public static let malformedPath = Code(name: "malformedPath")
        /// The path needs a folder where a file exists.
        public static let fileInTheWay = Code(name: "fileInTheWay")
        /// The command is unknown, or a field of it is missing or wrong.
        public static let malformedCommand = Code(name: "malformedCommand")
    }

    /// The kind of error.
    public let code: Code
    /// The problem, with the path or field that it concerns.
    public let message: String

    /// The error of a path that does not exist.
    package static func notFound(_ path: String) -> ControlError {
        ControlError(code: .notFound, message: "\(path) does not exist")
    }

    /// The error of a path that is not valid.
    package static func malformedPath(_ path: String) -> ControlError {
        ControlError(
            code: .malformedPath,
            message: "\(path) is not a valid path: it must begin with /, without empty names")
    }

    /// The error of a file where a folder is needed.
    package static func fileInTheWay(_ path: String) -> ControlError {
        ControlError(code: .fileInTheWay, message: "\(path) is a file, not a folder")
    }

    /// The error of a command that is not valid.
    package static func malformedCommand(_ problem: String) -> ControlError {
        ControlError(code: .malformedCommand, message: problem)
    }
}
