import Foundation

/// How wide the terminal behind a descriptor is.
enum TerminalWidth {
    /// The columns of the terminal; `nil` where there is none, or it does not know.
    static func columns(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
