import BoundaryErrors

/// An error that prevents a command from doing its work.
///
/// The code is the exit status, for scripts. The message describes the problem and the remedy.
package struct ProgramError: BoundaryError {
    package let code: ExitStatus
    package let message: String

    package init(_ code: ExitStatus, _ message: String) {
        self.code = code
        self.message = message
    }
}
