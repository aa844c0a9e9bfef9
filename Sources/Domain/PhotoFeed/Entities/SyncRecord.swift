/// The record of a run that is over, as a library remembers it.
///
/// ```swift
/// for record in try library.syncHistory() {
///     print(record.end, record.summary.outcome, record.summary.changes)
/// }
/// ```
public struct SyncRecord: Hashable, Sendable {
    /// The end of the run, by the clock of the machine that ran it.
    public let end: FeedTime
    /// The work and the result of the run.
    public let summary: SyncSummary

    /// Creates the record of a run that ended at `end`.
    public init(end: FeedTime, summary: SyncSummary) {
        self.end = end
        self.summary = summary
    }

    /// The beginning of the run, to the second.
    public var start: FeedTime {
        let (seconds, attoseconds) = summary.duration.components
        return FeedTime(
            secondsSinceEpoch: end.secondsSinceEpoch &- seconds &- (attoseconds > 0 ? 1 : 0))
    }
}

/// The work of a run: its duration, its changes, its waits, and its result.
///
/// A synchronizer stores it at the end of a run (`FeedWriter.recordSync(_:)`), also of one that
/// failed or was interrupted.
public struct SyncSummary: Hashable, Sendable {
    /// The result of a run.
    public enum Outcome: Hashable, Sendable {
        /// The run is complete.
        case finished
        /// The run was stopped before it was complete.
        case interrupted
        /// The run failed, with the name of the error's code and its message.
        case failed(code: String, message: String)
    }

    /// The time from the start of the run to its end.
    public let duration: Duration
    /// The result.
    public package(set) var outcome: Outcome
    /// The number of pages that were stored.
    public let pages: Int
    /// The changes that they made in the library.
    public let changes: ChangeSummary
    /// The number of thumbnails that were stored.
    public let thumbnails: Int
    /// The number of thumbnails that could not be fetched.
    public let failedThumbnails: Int
    /// The total size of the stored thumbnails in bytes.
    public let bytes: Int64
    /// The waits, one for each cause, the longest first.
    public let waits: [SyncWait]

    /// Creates a summary; see the properties.
    public init(
        duration: Duration, outcome: Outcome, pages: Int, changes: ChangeSummary, thumbnails: Int,
        failedThumbnails: Int, bytes: Int64, waits: [SyncWait]
    ) {
        self.duration = duration
        self.outcome = outcome
        self.pages = pages
        self.changes = changes
        self.thumbnails = thumbnails
        self.failedThumbnails = failedThumbnails
        self.bytes = bytes
        self.waits = waits
    }

    /// The speed while the run did not wait; `nil` if it fetched nothing.
    public var bytesPerSecond: Double? {
        let seconds = (duration - waits.reduce(.zero) { $0 + $1.duration }) / .seconds(1)
        return bytes > 0 && seconds > 0 ? Double(bytes) / seconds : nil
    }
}

/// The waits of a run that had the same cause.
public struct SyncWait: Hashable, Sendable {
    /// The reason of the pauses.
    public let reason: FeedPause.Reason
    /// The cause of the failures before them; `nil` if nothing failed, or if it is unknown.
    public let cause: FeedPause.Cause?
    /// The number of waits.
    public let count: Int
    /// Their total duration.
    public let duration: Duration

    /// Creates the sum of `count` waits.
    public init(reason: FeedPause.Reason, cause: FeedPause.Cause?, count: Int, duration: Duration) {
        self.reason = reason
        self.cause = cause
        self.count = count
        self.duration = duration
    }
}
