import Foundation

/// An observer that writes lines to standard error, or to another place.
public final class LogConsole {
    private let format: LogFormat
    private let write: (String) -> Void

    /// Creates a console.
    ///
    /// - Parameters:
    ///   - format: the form of a line.
    ///   - write: receives the lines of several records, each with a line feed; without it, they
    ///     are written to standard error.
    public init(format: LogFormat = .text, write: ((String) -> Void)? = nil) {
        self.format = format
        self.write =
            write ?? {
                // A failure of standard error cannot be reported anywhere else.
                try? FileHandle.standardError.write(contentsOf: Data($0.utf8))
            }
    }

    /// Writes the records.
    public func receive(_ records: [LogRecord]) {
        write(records.map { format.line($0) + "\n" }.joined())
    }
}
