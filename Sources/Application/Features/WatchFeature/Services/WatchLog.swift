import CommandLineProgram
import Scheduling
import TextFormats

/// The log of the watches: sentences on standard error, or JSON on standard output.
@MainActor
@Schedulable
final class WatchLog: WatchListener {
    private let isJSON: Bool

    /// Creates the log.
    ///
    /// - Parameter isJSON: whether it prints one JSON object for each event.
    init(isJSON: Bool) { self.isJSON = isJSON }

    /// Does nothing: the events of the watches follow.
    func watchesBegan(of libraries: [WatchedLibrary]) { checkScheduler() }

    /// Prints an event.
    func happened(_ event: WatchEvent, of library: WatchedLibrary?) {
        checkScheduler()
        if isJSON {
            for event in event.logged {
                StandardOutput.shared.line(
                    JSONWriter.line {
                        event.write(to: &$0)
                        if let title = library?.title { $0.member("account", title) }
                    })
                StandardOutput.shared.flush()
            }
        } else if case .serving(let guest, let address) = event {
            // A log is read by more people than standard output: the address contains a token.
            let name = guest.map { TerminalText.escape($0) + ": " } ?? ""
            StandardOutput.shared.line(name + address)
            StandardOutput.shared.flush()
        } else {
            let prefix = JournalPriority.isUsed() ? event.priority.prefix : ""
            for line in event.lines(of: library?.title) {
                StandardError.line("\(prefix)photopark: \(line)")
            }
        }
    }

    /// Does nothing: the last event of each watch has the reason.
    func watchesEnded() { checkScheduler() }
}
