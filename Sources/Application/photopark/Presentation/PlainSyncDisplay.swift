import PhotoFeed

/// Whole lines on standard error, for logs: what begins, what waits, and how far the run is every few seconds.
final class PlainSyncDisplay: SyncDisplay {
    let tickInterval: Duration? = .seconds(5)
    private var progress = ProgressText()
    private var wait: FeedWait?
    private var failures = FailureLines()

    func show(_ event: SyncEvent) {
        switch event {
        case .listing(let reason): StandardError.line(ProgressText.reason(reason))
        case .progress(let new), .finished(let new):
            progress.update(new)
            if new.wait != nil, new.wait != wait { StandardError.line(progress.line) }
            wait = new.wait
        case .thumbnailFailed(let id, let path, let failure):
            if let line = failures.line(id, path, failure) { StandardError.line(line) }
        }
    }

    func tick() {
        StandardError.line(progress.line)
    }

    func finish(_ summary: SyncSummary) {
        StandardOutput.shared.line(summary.sentence)
    }

    func interrupt() {
        StandardError.line(ProgressText.interrupted)
    }

    func fail(_ report: FailureReport) {}
}
