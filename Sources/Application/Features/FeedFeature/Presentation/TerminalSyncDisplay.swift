import CommandLineProgram
import Foundation
import PhotoFeed
import Rendering

/// Redraws one line of progress on the terminal, then prints a summary.
final class TerminalSyncDisplay: SyncDisplay {
    let tickInterval: Duration? = .milliseconds(200)
    private var progress = ProgressText()
    /// The reason for the listing, kept until the server's first answer; then it is shown.
    private var listing: ListingReason?
    private var failures: FailureLines

    init(provider: FeedProvider) { failures = FailureLines(provider: provider) }

    func show(_ event: SyncEvent) {
        switch event {
        case .listing(let reason): listing = reason
        case .progress(let new), .finished(let new):
            progress.update(new)
            guard progress.hasBegun, let reason = listing else { return }
            listing = nil
            clear { StandardError.line(ProgressText.reason(reason)) }
        case .thumbnailFailed(_, let path, let failure):
            guard let line = failures.line(path, failure) else { return }
            clear { StandardError.line(line) }
        }
    }

    func tick() {
        // The terminal echoes `^C` in two columns. If the echo wrapped to the next row, it could
        // not be cleared.
        StandardError.write("\r\u{1B}[K" + progress.line(width: max(1, Self.width - 3)))
    }

    func finish(_ summary: SyncSummary) {
        clear { StandardOutput.shared.line(summary.lines) }
    }

    func interrupt() {
        clear { StandardError.line(ProgressText.interrupted) }
    }

    func fail(_ report: FailureReport) {
        clear {}
    }

    /// The width of the terminal in columns.
    ///
    /// A longer line would wrap and could not be redrawn.
    private static var width: Int { TerminalWidth.columns(of: STDERR_FILENO) ?? 80 }

    private func clear(_ then: () -> Void) {
        StandardError.write("\r\u{1B}[K")
        then()
    }
}
