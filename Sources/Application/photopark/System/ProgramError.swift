/// Why a command cannot do its work: what was wrong, what to do, and the exit code that says so to scripts.
struct ProgramError: Error, CustomStringConvertible {
    let status: ExitStatus
    let message: String

    var description: String { message }

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }
}
