import PhotoFeed
import Rendering

/// One line of progress, redrawn on the terminal, then a summary.
struct TerminalSyncDisplay: Equatable, Sendable {
    private var progress: ProgressText
    /// The reason for the listing, kept until the server's first answer; then it is shown.
    private var listing: ListingReason?
    private var failures: FailureLines

    init(provider: FeedProvider, at now: ProgressText.Instant) {
        progress = ProgressText(at: now)
        failures = FailureLines(provider: provider)
    }

    mutating func texts(for action: SyncAction) -> [SyncOutput.Text] {
        switch action {
        case .event(let event, let now): texts(for: event, at: now)
        case .tick(let now, let width):
            // The terminal echoes `^C` in two columns. If the echo wrapped to the next row, it
            // could not be cleared.
            [.redrawn(progress.line(width: max(1, width - 3), at: now))]
        case .finished(let summary): [.redrawn(""), .line(summary.lines)]
        case .interrupted: [.redrawn(""), .message(ProgressText.interrupted)]
        case .failed: [.redrawn("")]
        case .started, .stopped: []
        }
    }

    private mutating func texts(
        for event: SyncEvent, at now: ProgressText.Instant
    ) -> [SyncOutput.Text] {
        switch event {
        case .listing(let reason):
            listing = reason
            return []
        case .progress(let new), .finished(let new):
            progress.update(new, at: now)
            guard progress.hasBegun, let reason = listing.take() else { return [] }
            return [.redrawn(""), .message(ProgressText.reason(reason))]
        case .thumbnailFailed(_, let path, let failure):
            // The server has answered, although no progress has said so yet.
            let reason = listing.take().map { ProgressText.reason($0) }
            let lines = [reason, failures.line(path, failure)].compactMap(\.self)
            return lines.flatMap { [SyncOutput.Text.redrawn(""), .message($0)] }
        }
    }
}
