import Foundation

/// The width of the terminal behind a descriptor.
package enum TerminalWidth {
    /// The width in columns; `nil` without a terminal, or if its width is unknown.
    package static func columns(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
