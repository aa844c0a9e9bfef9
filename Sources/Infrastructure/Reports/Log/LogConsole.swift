import Foundation

/// An observer that writes lines of text to standard error, or to another place.
public final class LogConsole {
    private let write: (String) -> Void

    /// Creates a console.
    ///
    /// - Parameter write: receives the lines of several records, each with a line feed; without it,
    ///   they are written to standard error.
    public init(write: ((String) -> Void)? = nil) {
        self.write =
            write ?? {
                // A failure of standard error cannot be reported anywhere else.
                try? FileHandle.standardError.write(contentsOf: Data($0.utf8))
            }
    }

    /// Writes the records.
    public func receive(_ records: [LogRecord]) {
        write(records.map { LogFormat.text.line($0) + "\n" }.joined())
    }
}
