import Foundation

/// How a run on a terminal ended, and everything that it wrote on the terminal.
package struct TerminalOutcome: Sendable {
    package let status: Int32
    package let screen: String

    /// The lines as they stand on the screen in the end: a line that is drawn over is its last
    /// state.
    package var lines: [String] {
        screen.split(separator: "\r\n", omittingEmptySubsequences: false).map { line in
            line.components(separatedBy: "\r\u{1B}[K").last ?? ""
        }
    }

    /// Everything that was ever drawn as a line.
    package var drawings: [String] {
        screen.components(separatedBy: "\r\n")
            .flatMap { $0.components(separatedBy: "\r\u{1B}[K") }
    }
}
