package import PhotoFeed
import TextFormats

/// The progress of a run as one line, for any width.
package struct ProgressText: Equatable, Sendable {
    package typealias Instant = ContinuousClock.Instant

    private var phase = SyncProgress.Phase.nodes
    private var phaseStarted: Instant
    private var pauseEnds: Instant?
    private var latest = SyncProgress()

    package init(at now: Instant = .now) { phaseStarted = now }

    /// Updates the state with the newest progress.
    package mutating func update(_ progress: SyncProgress, at now: Instant = .now) {
        if progress.phase != phase { (phase, phaseStarted) = (progress.phase, now) }
        if progress.pause != latest.pause { pauseEnds = progress.pause.map { now + $0.duration } }
        latest = progress
    }

    /// The current wait and its end.
    package var pause: (FeedPause, ends: Instant)? {
        latest.pause.flatMap { pause in pauseEnds.map { (pause, $0) } }
    }

    /// Whether the server has answered, so that there is progress to show.
    package var hasBegun: Bool { latest.pages > 0 || latest.phase != .nodes }

    /// The current line: the most detailed one that fits into `width` columns.
    package func line(width: Int = .max, at now: Instant = .now) -> String {
        let lines = lines(at: now)
        let fitting = lines.first { TerminalText.columns(of: $0) <= width } ?? lines.last ?? ""
        return TerminalText.truncate(fitting, width: max(1, width))
    }

    /// The current lines, the most detailed one first.
    private func lines(at now: Instant) -> [String] {
        if let pause, now < pause.ends {
            return Self.lines(pause.0, left: now.duration(to: pause.ends))
        }
        let seconds = max(0.001, phaseStarted.duration(to: now).seconds)
        switch latest.phase {
        case .nodes:
            guard hasBegun else { return ["Waiting for the server"] }
            let rate = Int(Double(latest.changes) / seconds)
            let line = "Listing: \(Units.count(latest.changes)) files and folders"
            return [line + " (\(Units.count(rate))/s)", line]
        case .thumbnails:
            return thumbnailLines(seconds)
        case .done:
            return ["Done"]
        }
    }

    private func thumbnailLines(_ seconds: Double) -> [String] {
        let done = latest.thumbnails + latest.failedThumbnails
        let total = max(done, latest.pendingThumbnails)
        guard total > 0 else { return ["Thumbnails"] }
        let percentage = "Thumbnails: \(100 * done / total) %"
        let count = ", \(Units.count(done)) of \(Units.count(total))"
        let rate = Int(Double(latest.thumbnailBytes) / seconds)
        let bytes =
            ", \(Units.bytes(Int(latest.thumbnailBytes))) (\(Units.bytes(rate))/s)"
        // The first batches do not allow an estimate.
        let isKnown = seconds >= 2 && done > 0 && done < total
        let left =
            isKnown
            ? ", \(Units.duration(.seconds(seconds / Double(done) * Double(total - done)))) left"
            : ""
        return [percentage + count + bytes + left, percentage + count + left, percentage + left]
    }

    /// The lines of a wait, with the countdown first, so that a narrow terminal shows it.
    private static func lines(_ pause: FeedPause, left: Duration) -> [String] {
        let left = Units.duration(left)
        let cause = pause.cause
        switch pause.reason {
        case .rateLimit:
            let status = cause?.status.map { " (\($0))" } ?? ""
            return [
                "Waiting \(left): the server asked to slow down\(status)",
                "Waiting \(left): slow down\(status)",
            ]
        case .failure:
            return [
                "Trying again in \(left): \(cause?.sentence ?? "the server or the network failed")",
                "Trying again in \(left): \(cause?.words ?? "network failure")",
                "Retry in \(left): \(cause?.words ?? "network failure")",
            ]
        case .answer:
            return [
                "Waiting \(left) at most: the server has not answered yet",
                "Waiting \(left): no answer yet",
            ]
        }
    }

    /// The line of a log for the beginning of a wait.
    package static func announcement(_ pause: FeedPause) -> String {
        lines(pause, left: pause.duration)[0]
    }

    /// The message of an interrupted run.
    package static let interrupted = "Stopped; the next run resumes from here"

    /// The line for a listing from the beginning.
    package static func reason(_ reason: ListingReason) -> String {
        switch reason {
        case .first: "Listing for the first time"
        case .cursorReset: "The server rejected the cursor: listing from the beginning"
        case .contentChanged: "The content has changed: listing it again"
        case .folderVanished: "The server reported the folder as missing: listing it again"
        }
    }
}
