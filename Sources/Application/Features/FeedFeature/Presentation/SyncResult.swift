import CommandLineProgram
import PhotoFeed

/// The results of a finished run and its duration.
struct SyncResult: Equatable, Sendable {
    let progress: SyncProgress
    let elapsed: Duration

    var isPartial: Bool { progress.failedThumbnails > 0 || progress.unlisted > 0 }

    var sentence: String {
        let changeSummary = progress.changeSummary
        var parts = [
            "\(Units.count(changeSummary.added)) added",
            "\(Units.count(changeSummary.changed)) changed",
            "\(Units.count(changeSummary.removed)) removed",
        ]
        if progress.thumbnails > 0 {
            let size = Units.bytes(Int(progress.thumbnailBytes))
            parts.append("\(Units.count(progress.thumbnails, "thumbnail")) (\(size))")
        }
        if progress.resizedThumbnails > 0 {
            parts.append("\(Units.count(progress.resizedThumbnails)) of them in a new size")
        }
        if progress.unlisted > 0 {
            parts.append("\(Units.count(progress.unlisted, "part")) of the account not listed")
        }
        return "Synced in \(Units.duration(elapsed)): " + parts.joined(separator: ", ") + "."
    }
}
