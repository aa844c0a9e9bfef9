import BoundaryErrors

/// An error that prevents a command from doing its work.
///
/// The code is the exit status, for scripts. The message describes the problem and the remedy.
struct ProgramError: BoundaryError {
    let code: ExitStatus
    let message: String

    init(_ code: ExitStatus, _ message: String) {
        self.code = code
        self.message = message
    }
}
