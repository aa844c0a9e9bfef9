/// An error that ends a command with an exit code of its own.
///
/// A feature conforms its errors to this protocol. Errors that are unknown here end a command with
/// `ExitStatus.internalError`.
package protocol CommandFailure: Error {
    /// The exit code of the program.
    var exitStatus: ExitStatus { get }
}

extension ProgramError: CommandFailure {
    package var exitStatus: ExitStatus { code }
}
