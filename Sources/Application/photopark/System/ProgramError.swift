/// An error that prevents a command from doing its work.
///
/// The message describes the problem and the remedy; the status is the exit code for scripts.
struct ProgramError: Error, CustomStringConvertible {
    let status: ExitStatus
    let message: String

    var description: String { message }

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }
}
