import PhotoFeed

/// Whole lines on standard error, for logs: what begins, what waits, and how far the run is every few seconds.
final class PlainSyncDisplay: SyncDisplay {
    let tickInterval: Duration? = .seconds(5)
    private var progress = ProgressText()
    /// The reason for a wait that has been said since the last tick: many requests may try again one by one.
    private var announced: FeedWait.Reason?
    private var failures = FailureLines()

    func show(_ event: SyncEvent) {
        switch event {
        case .listing(let reason): StandardError.line(ProgressText.reason(reason))
        case .progress(let new), .finished(let new):
            progress.update(new)
            guard let wait = new.wait, wait.reason != announced else { return }
            announced = wait.reason
            StandardError.line(progress.line)
        case .thumbnailFailed(_, let path, let failure):
            if let line = failures.line(path, failure) { StandardError.line(line) }
        }
    }

    func tick() {
        StandardError.line(progress.line)
        announced = progress.wait?.reason
    }

    func finish(_ summary: SyncSummary) {
        StandardOutput.shared.line(summary.lines)
    }

    func interrupt() {
        StandardError.line(ProgressText.interrupted)
    }

    func fail(_ report: FailureReport) {}
}
