package import PhotoFeed

/// The lines that a run writes to a log: each wait once, and the progress from time to time.
///
/// A pure state machine: the caller passes events and times, and prints the lines.
package struct SyncLog: Equatable, Sendable {
    /// The minimum duration of a reported wait; otherwise a log would show each retry.
    private static let shortestPause = Duration.seconds(1)

    /// A reported wait.
    private struct Announcement: Equatable {
        let reason: FeedPause.Reason
        let ends: ProgressText.Instant
    }

    private var progress: ProgressText
    /// The reason for the listing, until the server has answered and it has been reported.
    private var listing: ListingReason?
    /// The last reported wait, and its end.
    private var announced: Announcement?
    private var failures: FailureLines

    package init(provider: FeedProvider, at now: ProgressText.Instant = .now) {
        failures = FailureLines(provider: provider)
        progress = ProgressText(at: now)
    }

    /// The lines for `event`.
    package mutating func lines(
        for event: SyncEvent, at now: ProgressText.Instant = .now
    ) -> [String] {
        switch event {
        case .listing(let reason):
            listing = reason
            return []
        case .progress(let new), .finished(let new):
            progress.update(new, at: now)
            return (progress.hasBegun ? listingLines() : []) + pauseLines()
        case .thumbnailFailed(_, let path, let failure):
            // The server has answered, although no progress has said so yet.
            return listingLines() + [failures.line(path, failure)].compactMap(\.self)
        case .unlisted(_, let error):
            return listingLines() + [failures.line(error)].compactMap(\.self)
        }
    }

    /// The current line of progress; `nil` before the server has answered, and during a wait.
    package func tick(at now: ProgressText.Instant = .now) -> String? {
        progress.hasBegun && progress.pause == nil ? progress.line(at: now) : nil
    }

    /// The line for the listing, unless it was already reported.
    private mutating func listingLines() -> [String] {
        listing.take().map { [ProgressText.reason($0)] } ?? []
    }

    /// The line for the current wait, unless it was already reported.
    ///
    /// Waits of many single requests, with the same reason and about the same end, are reported
    /// once.
    private mutating func pauseLines() -> [String] {
        guard let (pause, ends) = progress.pause, pause.duration >= Self.shortestPause else {
            return []
        }
        if let announced, announced.reason == pause.reason,
            ends <= announced.ends + Self.shortestPause
        {
            return []
        }
        announced = Announcement(reason: pause.reason, ends: ends)
        return [ProgressText.announcement(pause)]
    }
}
