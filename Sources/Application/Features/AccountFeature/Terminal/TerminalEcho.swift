import Foundation

/// The echo of the terminal on standard input.
enum TerminalEcho {
    /// Turns the echo off, except for the end of a line; returns the function that restores it.
    ///
    /// Nothing happens if standard input is not a terminal.
    static func hide() -> () -> Void {
        var former = termios()
        guard tcgetattr(STDIN_FILENO, &former) == 0 else { return {} }
        var hidden = former
        hidden.c_lflag &= ~tcflag_t(ECHO)
        hidden.c_lflag |= tcflag_t(ECHONL)
        tcsetattr(STDIN_FILENO, TCSANOW, &hidden)
        let restored = former
        return {
            var attributes = restored
            tcsetattr(STDIN_FILENO, TCSANOW, &attributes)
        }
    }
}
