import PhotoFeed

/// The form of a run's output: a pure state machine, from actions to texts.
enum SyncDisplay: Equatable, Sendable {
    case json(JSONSyncDisplay)
    case quiet
    case terminal(TerminalSyncDisplay)
    case plain(PlainSyncDisplay)

    /// The interval between ticks; `nil` for none.
    var tickInterval: Duration? {
        switch self {
        // Limits the progress to ten lines a second.
        case .json: .milliseconds(100)
        case .quiet: nil
        case .terminal: .milliseconds(200)
        case .plain: .seconds(5)
        }
    }

    /// Returns the texts that an action causes.
    mutating func texts(for action: SyncAction) -> [SyncOutput.Text] {
        switch self {
        case .json(var display):
            defer { self = .json(display) }
            return display.texts(for: action)
        // Errors still go to standard error.
        case .quiet: return []
        case .terminal(var display):
            defer { self = .terminal(display) }
            return display.texts(for: action)
        case .plain(var display):
            defer { self = .plain(display) }
            return display.texts(for: action)
        }
    }
}
