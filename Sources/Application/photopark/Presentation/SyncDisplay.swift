import Foundation
import PhotoFeed
import Rendering

/// How a run of `photopark sync` is shown.
@MainActor
protocol SyncDisplay: AnyObject, Sendable {
    /// How often `tick` is wanted; `nil` for never.
    var tickInterval: Duration? { get }

    /// Something happened.
    func show(_ event: SyncEvent)

    /// Time has passed without an event.
    func tick()

    /// The run is over; nothing else follows.
    func finish(_ summary: SyncSummary)

    /// The run was interrupted; nothing else follows.
    func interrupt()

    /// The run ended with an error, which is reported on standard error besides.
    func fail(_ report: FailureReport)
}

/// What a finished run did, and how long it took.
struct SyncSummary {
    let progress: SyncProgress
    let elapsed: Duration

    var isPartial: Bool { progress.failedThumbnails > 0 }

    var sentence: String {
        let effect = progress.effect
        var parts = [
            "\(Units.count(effect.added)) added", "\(Units.count(effect.changed)) changed",
            "\(Units.count(effect.removed)) removed",
        ]
        if progress.thumbnails > 0 {
            parts.append(
                "\(Units.count(progress.thumbnails, "thumbnail")) (\(Units.bytes(Int(progress.thumbnailBytes))))"
            )
        }
        if progress.resizedThumbnails > 0 {
            parts.append("\(Units.count(progress.resizedThumbnails)) of them in a new size")
        }
        return "Synced in \(Units.duration(elapsed)): " + parts.joined(separator: ", ") + "."
    }

    /// The library after the run: all that it lists, and how much of it has a picture.
    var librarySentence: String? {
        guard let census = progress.census else { return nil }
        let without = census.nodes - census.thumbnails
        return
            "The library lists \(Units.count(census.nodes)) photos and videos: "
            + "\(Units.count(census.thumbnails)) with a thumbnail, \(Units.count(without)) without a thumbnail. "
            + "Originals are not downloaded."
    }

    /// All that is printed of it.
    var lines: String { [sentence, librarySentence].compactMap(\.self).joined(separator: "\n") }
}

/// Which display fits where standard output and standard error go.
enum DisplayChoice {
    case json, quiet, terminal, plain

    static func chosen(json: Bool, quiet: Bool) -> DisplayChoice {
        if json { return .json }
        if quiet { return .quiet }
        let canRedraw = ProcessInfo.processInfo.environment["TERM"] != "dumb"
        return canRedraw && isatty(STDERR_FILENO) == 1 ? .terminal : .plain
    }

    @MainActor var display: any SyncDisplay {
        switch self {
        case .json: JSONSyncDisplay()
        case .quiet: QuietSyncDisplay()
        case .terminal: TerminalSyncDisplay()
        case .plain: PlainSyncDisplay()
        }
    }
}

/// Shows nothing; errors go to standard error all the same.
final class QuietSyncDisplay: SyncDisplay {
    let tickInterval: Duration? = nil
    func show(_ event: SyncEvent) {}
    func tick() {}
    func finish(_ summary: SyncSummary) {}
    func interrupt() {}
    func fail(_ report: FailureReport) {}
}
