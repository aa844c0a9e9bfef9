import Foundation

/// A terminal without a screen: what is written on one side is read at the other.
enum PseudoTerminal {
    /// Opens both sides of a terminal of `columns`.
    ///
    /// - Parameter echoes: whether the screen shows what is typed.
    static func open(
        columns: UInt16, echoes: Bool = true
    ) throws -> (master: Int32, slave: Int32) {
        let master = Foundation.open("/dev/ptmx", O_RDWR | O_NOCTTY)
        let slave = Foundation.open(try slaveName(of: master), O_RDWR | O_NOCTTY)
        guard master >= 0, slave >= 0 else { throw CocoaError(.fileNoSuchFile) }
        var size = winsize()
        size.ws_col = columns
        size.ws_row = 24
        guard ioctl(slave, UInt(TIOCSWINSZ), &size) == 0 else { throw CocoaError(.fileNoSuchFile) }
        if !echoes {
            var modes = termios()
            guard tcgetattr(slave, &modes) == 0 else { throw CocoaError(.fileNoSuchFile) }
            modes.c_lflag &= ~tcflag_t(ECHO)
            guard tcsetattr(slave, TCSANOW, &modes) == 0 else {
                throw CocoaError(.fileNoSuchFile)
            }
        }
        return (master, slave)
    }

    /// Unlocks the other side of a terminal, and names it.
    private static func slaveName(of master: Int32) throws -> String {
        #if canImport(Darwin)
            guard grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master) else {
                throw CocoaError(.fileNoSuchFile)
            }
            return String(cString: name)
        #else
            // Glibc's functions for this are not imported: TIOCSPTLCK and TIOCGPTN are what they
            // call.
            var (isLocked, number): (Int32, Int32) = (0, 0)
            guard ioctl(master, 0x4004_5431, &isLocked) == 0,
                ioctl(master, 0x8004_5430, &number) == 0
            else { throw CocoaError(.fileNoSuchFile) }
            return "/dev/pts/\(number)"
        #endif
    }
}
