import CommandLineProgram
import PhotoFeed
import Rendering

/// Writes whole lines to standard error, for logs.
final class PlainSyncDisplay: SyncDisplay {
    let tickInterval: Duration? = .seconds(5)
    private var log: SyncLog

    init(provider: FeedProvider) { log = SyncLog(provider: provider) }

    func show(_ event: SyncEvent) {
        for line in log.lines(for: event) { StandardError.line(line) }
    }

    func tick() {
        if let line = log.tick() { StandardError.line(line) }
    }

    func finish(_ summary: SyncSummary) {
        StandardOutput.shared.line(summary.lines)
    }

    func interrupt() {
        StandardError.line(ProgressText.interrupted)
    }

    func fail(_ report: FailureReport) {}
}
