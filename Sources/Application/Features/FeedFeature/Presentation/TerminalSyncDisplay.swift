import CommandLineProgram
import PhotoFeed

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
        case .finished(let summary): [.redrawn(""), .line(summary.sentence)]
        case .concluded(let conclusion): [.line(conclusion.lines)]
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
            return messages(failures.line(path, failure))
        case .unlisted(_, let error): return messages(failures.line(error))
        }
    }

    /// The line about an entry, after the one about the listing.
    ///
    /// The server has answered, although no progress has said so yet.
    private mutating func messages(_ line: String?) -> [SyncOutput.Text] {
        let reason = listing.take().map { ProgressText.reason($0) }
        return [reason, line].compactMap(\.self).flatMap { [.redrawn(""), .message($0)] }
    }
}
