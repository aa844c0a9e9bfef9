import CommandLineProgram
import Foundation
import PhotoFeed

/// The kind of display, chosen by the options, the terminal and standard error.
enum DisplayChoice {
    case json, quiet, terminal, plain

    static func chosen(json: Bool, quiet: Bool) -> DisplayChoice {
        if json { return .json }
        if quiet { return .quiet }
        let canRedraw = ProcessInfo.processInfo.environment["TERM"] != "dumb"
        return canRedraw && isatty(STDERR_FILENO) == 1 ? .terminal : .plain
    }

    /// Makes the display of a run that mirrors `provider` and begins now.
    ///
    /// - Parameter account: the account that JSON events name, if there are several.
    func display(
        of provider: FeedProvider, account: String? = nil, at now: ProgressText.Instant
    ) -> SyncDisplay {
        switch self {
        case .json: .json(JSONSyncDisplay(account: account))
        case .quiet: .quiet
        case .terminal: .terminal(TerminalSyncDisplay(provider: provider, at: now))
        case .plain: .plain(PlainSyncDisplay(provider: provider, at: now))
        }
    }
}
