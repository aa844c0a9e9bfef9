import PhotoFeed
import Rendering

/// The results of a finished run and its duration.
struct SyncResult: Equatable, Sendable {
    let progress: SyncProgress
    let elapsed: Duration

    var isPartial: Bool { progress.failedThumbnails > 0 }

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
        return "Synced in \(Units.duration(elapsed)): " + parts.joined(separator: ", ") + "."
    }

    /// The library after the run: its number of entries, and how many have a thumbnail.
    var librarySentence: String? {
        guard let statistics = progress.statistics else { return nil }
        let without = statistics.nodes - statistics.thumbnails
        return
            "The library lists \(Units.count(statistics.nodes)) photos and videos: "
            + "\(Units.count(statistics.thumbnails)) with a thumbnail, "
            + "\(Units.count(without)) without a thumbnail."
    }

    /// The lines that a display prints at the end.
    var lines: String { [sentence, librarySentence].compactMap(\.self).joined(separator: "\n") }
}
