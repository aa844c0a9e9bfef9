import PhotoFeed
import Rendering

/// Writes one JSON event per line to standard output, for other programs.
///
/// `Documentation/Formats.md` lists the keys.
final class JSONSyncDisplay: SyncDisplay {
    /// Limits the progress to ten lines a second.
    let tickInterval: Duration? = .milliseconds(100)
    private var unwritten: SyncProgress?
    private var pause: FeedPause?

    func show(_ event: SyncEvent) {
        var line = JSONLine()
        switch event {
        case .listing(let reason):
            line.add("event", "listing")
            line.add("reason", reason.rawValue)
        case .progress(let progress):
            unwritten = progress
            // The beginning and the end of a wait are always reported.
            if progress.pause != pause { tick() }
            return
        case .thumbnailFailed(let id, let path, let failure):
            line.add("event", "thumbnail_failed")
            line.add("id", id.rawValue)
            line.add("path", path)
            line.add("reason", failure.reason)
        case .finished: return
        }
        write(line)
    }

    func tick() {
        guard let progress = unwritten else { return }
        (unwritten, pause) = (nil, progress.pause)
        var line = JSONLine()
        line.add("event", "progress")
        add(progress, to: &line)
        write(line)
    }

    func finish(_ summary: SyncSummary) {
        var line = JSONLine()
        line.add("event", "finished")
        add(summary.progress, to: &line)
        line.add("seconds", summary.elapsed.seconds)
        line.add("library_items", summary.progress.statistics?.nodes)
        line.add("library_thumbnails", summary.progress.statistics?.thumbnails)
        write(line)
    }

    func interrupt() {
        tick()
        var line = JSONLine()
        line.add("event", "interrupted")
        write(line)
    }

    func fail(_ report: FailureReport) {
        var line = JSONLine()
        line.add("event", "error")
        line.add("status", report.status.rawValue)
        line.add("message", report.message)
        write(line)
    }

    private func add(_ progress: SyncProgress, to line: inout JSONLine) {
        line.add("phase", progress.phase.rawValue)
        line.add("pages", progress.pages)
        line.add("changes", progress.changes)
        line.add("added", progress.changeSummary.added)
        line.add("changed", progress.changeSummary.changed)
        line.add("removed", progress.changeSummary.removed)
        line.add("thumbnails", progress.thumbnails)
        line.add("resized_thumbnails", progress.resizedThumbnails)
        line.add("thumbnail_bytes", progress.thumbnailBytes)
        line.add("failed_thumbnails", progress.failedThumbnails)
        line.add("unsupported_thumbnails", progress.unsupportedThumbnails)
        line.add("wanted_thumbnails", progress.pendingThumbnails)
        line.add("waiting_for", progress.pause?.reason.rawValue)
        line.add("wait_seconds", progress.pause?.duration.seconds)
        line.add("wait_cause", progress.pause?.cause?.name)
        line.add("wait_status", progress.pause?.cause?.status)
    }

    private func write(_ line: JSONLine) {
        StandardOutput.shared.line(line.text)
        StandardOutput.shared.flush()
    }
}
