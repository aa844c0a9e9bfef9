import Foundation

/// The priority of a line in the journal of systemd, as in sd-daemon(3).
enum JournalPriority: Int32, Sendable {
    /// The watch, or the command of `--on-change`, has failed.
    case error = 3
    /// A failure that may pass.
    case warning = 4
    /// Everything else.
    case information = 6

    /// The text in front of a line.
    var prefix: String { "<\(rawValue)>" }

    /// Whether standard error leads to the journal, which removes the prefixes.
    ///
    /// `JOURNAL_STREAM` has the device and the number of the file that systemd has opened. A child
    /// whose standard error leads elsewhere inherits the variable.
    static func isUsed(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        descriptor: Int32 = STDERR_FILENO
    ) -> Bool {
        guard let stream = environment["JOURNAL_STREAM"] else { return false }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }
}
