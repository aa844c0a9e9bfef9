import CommandLineProgram
import PhotoFeed
import Rendering

/// The output of a run of `photopark sync`.
@MainActor
protocol SyncDisplay: AnyObject, Sendable {
    /// The interval between calls of `tick`; `nil` for none.
    var tickInterval: Duration? { get }

    /// Shows an event of the run.
    func show(_ event: SyncEvent)

    /// Updates the display after each tick interval.
    func tick()

    /// Shows the summary of a finished run; no other call follows.
    func finish(_ summary: SyncSummary)

    /// Shows that the run was interrupted; no other call follows.
    func interrupt()

    /// Shows that the run failed.
    ///
    /// The error is reported on standard error as well.
    func fail(_ report: FailureReport)
}

/// The results of a finished run and its duration.
struct SyncSummary {
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
            + "\(Units.count(without)) without a thumbnail. Originals are not downloaded."
    }

    /// The lines that a display prints at the end.
    var lines: String { [sentence, librarySentence].compactMap(\.self).joined(separator: "\n") }
}
