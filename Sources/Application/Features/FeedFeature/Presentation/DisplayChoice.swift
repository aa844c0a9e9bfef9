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

    /// Makes the display of a run that mirrors `provider`.
    @MainActor func display(of provider: FeedProvider) -> any SyncDisplay {
        switch self {
        case .json: JSONSyncDisplay()
        case .quiet: QuietSyncDisplay()
        case .terminal: TerminalSyncDisplay(provider: provider)
        case .plain: PlainSyncDisplay(provider: provider)
        }
    }
}
