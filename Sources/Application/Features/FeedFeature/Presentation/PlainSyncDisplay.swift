import CommandLineProgram
import PhotoFeed

/// Whole lines on standard error, for logs.
struct PlainSyncDisplay: Equatable, Sendable {
    private var log: SyncLog

    init(provider: FeedProvider, at now: ProgressText.Instant) {
        log = SyncLog(provider: provider, at: now)
    }

    mutating func texts(for action: SyncAction) -> [SyncOutput.Text] {
        switch action {
        case .event(let event, let now): log.lines(for: event, at: now).map { .message($0) }
        case .tick(let now, _): log.tick(at: now).map { [.message($0)] } ?? []
        case .finished(let summary): [.line(summary.sentence)]
        case .concluded(let conclusion): [.line(conclusion.lines)]
        case .interrupted: [.message(ProgressText.interrupted)]
        case .started, .stopped, .failed: []
        }
    }
}
