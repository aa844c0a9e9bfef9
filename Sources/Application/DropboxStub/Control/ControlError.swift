/// An error of a command; the command has changed nothing.
public struct ControlError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The problem, with the path or field that it concerns.
    public let description: String

    static func notFound(_ path: String) -> ControlError {
        ControlError(description: "\(path) does not exist")
    }

    static func malformedPath(_ path: String) -> ControlError {
        ControlError(
            description: "\(path) is not a valid path: it must begin with /, without empty names")
    }

    static func fileInTheWay(_ path: String) -> ControlError {
        ControlError(description: "\(path) is a file, not a folder")
    }

    static func malformedCommand(_ problem: String) -> ControlError {
        ControlError(description: problem)
    }
}
