import CommandLineProgram
import JSONText
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
        switch event {
        case .listing(let reason):
            write("listing") { $0.member("reason", reason.rawValue) }
        case .progress(let progress):
            unwritten = progress
            // The beginning and the end of a wait are always reported.
            if progress.pause != pause { tick() }
        case .thumbnailFailed(let id, let path, let failure):
            write("thumbnail_failed") { json in
                json.member("id", id.rawValue)
                json.member("path", path)
                json.member("reason", failure.reason)
            }
        case .finished: break
        }
    }

    func tick() {
        guard let progress = unwritten else { return }
        (unwritten, pause) = (nil, progress.pause)
        write("progress") { add(progress, to: &$0) }
    }

    func finish(_ summary: SyncSummary) {
        write("finished") { json in
            add(summary.progress, to: &json)
            json.member("seconds", summary.elapsed.seconds)
            json.member("library_items", summary.progress.statistics?.nodes)
            json.member("library_thumbnails", summary.progress.statistics?.thumbnails)
        }
    }

    func interrupt() {
        tick()
        write("interrupted") { _ in }
    }

    func fail(_ report: FailureReport) {
        write("error") { json in
            json.member("status", report.status.rawValue)
            json.member("message", report.message)
        }
    }

    private func add(_ progress: SyncProgress, to json: inout JSONWriter) {
        json.member("phase", progress.phase.rawValue)
        json.member("pages", progress.pages)
        json.member("changes", progress.changes)
        json.member("added", progress.changeSummary.added)
        json.member("changed", progress.changeSummary.changed)
        json.member("removed", progress.changeSummary.removed)
        json.member("thumbnails", progress.thumbnails)
        json.member("resized_thumbnails", progress.resizedThumbnails)
        json.member("thumbnail_bytes", progress.thumbnailBytes)
        json.member("failed_thumbnails", progress.failedThumbnails)
        json.member("unsupported_thumbnails", progress.unsupportedThumbnails)
        json.member("wanted_thumbnails", progress.pendingThumbnails)
        json.member("waiting_for", progress.pause?.reason.rawValue)
        json.member("wait_seconds", progress.pause?.duration.seconds)
        json.member("wait_cause", progress.pause?.cause?.name)
        json.member("wait_status", progress.pause?.cause?.status)
    }

    private func write(_ event: String, _ members: (inout JSONWriter) -> Void) {
        StandardOutput.shared.line(
            JSONWriter.line { json in
                json.member("event", event)
                members(&json)
            })
        StandardOutput.shared.flush()
    }
}
