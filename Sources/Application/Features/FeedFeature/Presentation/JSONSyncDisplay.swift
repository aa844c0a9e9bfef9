import CommandLineProgram
import PhotoFeed
import TextFormats

/// One JSON event per line on standard output, for other programs.
///
/// `Documentation/Formats.md` lists the keys.
struct JSONSyncDisplay: Equatable, Sendable {
    /// The account that each event names; `nil` for the only one.
    private let account: String?
    private var unwritten: SyncProgress?
    private var pause: FeedPause?

    init(account: String? = nil) { self.account = account }

    mutating func texts(for action: SyncAction) -> [SyncOutput.Text] {
        switch action {
        case .event(let event, _): texts(for: event)
        case .tick: progressTexts()
        case .finished(let summary): [text(summary)]
        case .interrupted: progressTexts() + [text("interrupted") { _ in }]
        case .failed(let report): [text(report)]
        case .started, .stopped, .concluded: []
        }
    }

    private mutating func texts(for event: SyncEvent) -> [SyncOutput.Text] {
        switch event {
        case .listing(let reason):
            return [text("listing") { $0.member("reason", reason.rawValue) }]
        case .progress(let progress):
            unwritten = progress
            // The beginning and the end of a wait are always reported.
            return progress.pause == pause ? [] : progressTexts()
        case .thumbnailFailed(let id, let path, let failure):
            let line = text("thumbnail_failed") { json in
                json.member("id", id.rawValue)
                json.member("path", path)
                json.member("reason", failure.reason)
            }
            return [line]
        case .unlisted(let path, let error):
            let line = text("not_listed") { json in
                json.member("path", path)
                json.member("reason", error.message)
            }
            return [line]
        case .finished: return []
        }
    }

    /// The progress since the last line about it, if any.
    private mutating func progressTexts() -> [SyncOutput.Text] {
        guard let progress = unwritten.take() else { return [] }
        pause = progress.pause
        return [text("progress") { Self.add(progress, to: &$0) }]
    }

    private func text(_ summary: SyncResult) -> SyncOutput.Text {
        text("finished") { json in
            Self.add(summary.progress, to: &json)
            json.member("seconds", summary.elapsed.seconds)
            json.member("library_items", summary.progress.statistics?.nodes)
            json.member("library_thumbnails", summary.progress.statistics?.thumbnails)
        }
    }

    private func text(_ report: FailureReport) -> SyncOutput.Text {
        text("error") { json in
            json.member("status", report.status.rawValue)
            json.member("message", report.message)
        }
    }

    private static func add(_ progress: SyncProgress, to json: inout JSONWriter) {
        json.member("phase", progress.phase.rawValue)
        json.member("pages", progress.pages)
        json.member("changes", progress.changes)
        json.member("not_listed", progress.unlisted)
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

    private func text(
        _ event: String, _ members: (inout JSONWriter) -> Void
    ) -> SyncOutput.Text {
        let line = JSONWriter.line { json in
            json.member("event", event)
            if let account { json.member("account", account) }
            members(&json)
        }
        return .event(line)
    }
}
