import CommandLineProgram
import PhotoFeed
import TextFormats

extension LibraryReport {
    /// The report as one JSON object in a line; `Documentation/Formats.md` lists the keys.
    var json: String {
        JSONWriter.line { json in
            json.member("account", account)
            json.member("library", folder)
            json.member("items", statistics.nodes)
            json.member("thumbnails", statistics.thumbnails)
            json.member("failed_thumbnails", statistics.failedThumbnails)
            json.member("unsupported_thumbnails", statistics.unsupportedThumbnails)
            json.member("wanted_thumbnails", statistics.pendingThumbnails)
            json.member("other_size_thumbnails", statistics.otherSizeThumbnails)
            json.member("originals", originals?.inPlace)
            json.member("edited_originals", originals?.edited)
            json.member("deleted_originals", originals?.deleted)
            json.member("damaged_originals", originals?.damaged)
            json.member("unreadable_originals", originals?.unreadable)
            json.member("unknown_originals", originals?.unknown)
            json.member("missing_originals", originals?.missing)
            json.member("failed_originals", originals?.failed)
            json.member("stopped_originals", originals?.stopped)
            json.member("unchosen_originals", unchosen)
            json.array("syncs") { json in
                for sync in syncs { json.object { $0.add(sync) } }
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func add(_ record: SyncRecord) {
        let summary = record.summary
        var (code, message): (String?, String?)
        if case .failed(let name, let text) = summary.outcome { (code, message) = (name, text) }
        member("start", record.start.description)
        member("end", record.end.description)
        member("seconds", summary.duration.seconds)
        member("outcome", summary.outcome.name)
        member("error", code)
        member("message", message)
        member("pages", summary.pages)
        member("added", summary.changes.added)
        member("changed", summary.changes.changed)
        member("removed", summary.changes.removed)
        member("thumbnails", summary.thumbnails)
        member("failed_thumbnails", summary.failedThumbnails)
        member("bytes", summary.bytes)
        member("bytes_per_second", summary.bytesPerSecond)
        array("waits") { json in
            for wait in summary.waits { json.object { $0.add(wait) } }
        }
    }

    private mutating func add(_ wait: SyncWait) {
        member("reason", wait.reason.rawValue)
        member("cause", wait.cause?.name)
        member("status", wait.cause?.status)
        member("count", wait.count)
        member("seconds", wait.duration.seconds)
    }
}

extension SyncSummary.Outcome {
    fileprivate var name: String {
        switch self {
        case .finished: "finished"
        case .interrupted: "interrupted"
        case .failed: "failed"
        }
    }
}
