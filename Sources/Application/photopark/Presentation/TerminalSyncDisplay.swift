import PhotoFeed
import SafeText

/// One line on the terminal that is drawn over and over, then a summary.
final class TerminalSyncDisplay: SyncDisplay {
    let tickInterval: Duration? = .milliseconds(200)
    private var progress = ProgressText()
    private var failures = FailureLines()

    func show(_ event: SyncEvent) {
        switch event {
        case .listing(let reason): clear { StandardError.line(ProgressText.reason(reason)) }
        case .progress(let new), .finished(let new): progress.update(new)
        case .thumbnailFailed(let id, let failure):
            guard let line = failures.line(id, failure) else { return }
            clear { StandardError.line(line) }
        }
    }

    func tick() {
        StandardError.write("\r\u{1B}[K" + progress.line)
    }

    func finish(_ summary: SyncSummary) {
        clear { StandardOutput.shared.line(summary.sentence) }
    }

    func fail(_ report: FailureReport) {
        clear {}
    }

    private func clear(_ then: () -> Void) {
        StandardError.write("\r\u{1B}[K")
        then()
    }
}
