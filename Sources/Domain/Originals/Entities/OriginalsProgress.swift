package import PhotoFeed

/// The counts of a run that downloads originals.
package struct OriginalsProgress: Hashable, Sendable {
    /// The files and bytes that the run has to download.
    package var wanted = 0
    package var wantedBytes: Int64 = 0
    /// The free bytes of the disk before the first download; `nil` if they are not known.
    package var freeBytes: Int64?
    /// The files that were downloaded, and of these those that continued an earlier attempt.
    package var downloaded = 0
    package var resumed = 0
    /// The bytes that were received in this run.
    package var receivedBytes: Int64 = 0
    /// The files that were in the folder already, with the content of the server.
    package var adopted = 0
    /// The files of earlier runs that are still in place.
    package var present = 0
    /// The files that were moved, because the server has moved them.
    package var moved = 0
    /// The files that the server could not deliver.
    package var failed = 0
    /// The least number of successive failures of one of these; `nil` if none has failed.
    package var leastAttempts: Int64?
    /// The files that are left for later runs because of the limit of bytes.
    package var postponed = 0
    /// The files that the user has paused or cancelled.
    package var held = 0
    /// The files of deleted photos that were moved to the trash.
    package var trashed = 0
    /// The files of deleted photos that are left for later runs.
    package var untrashed = 0
    /// The files of deleted photos that stay, because a program has changed them.
    package var kept = 0
    /// The pause of the requests, such as one that the server has asked for; `nil` without one.
    package var pause: FeedPause?

    package init() {}

    /// Whether the run has left out a file that belongs to the choice.
    package var isPartial: Bool { failed > 0 || postponed > 0 || untrashed > 0 }

    /// Whether another run continues this one, which the limit of bytes has ended.
    ///
    /// A run that has got nothing is not continued: the files that are left exceed the limit.
    package var isContinued: Bool { postponed > 0 && downloaded + adopted > 0 }

    /// The wait in seconds before another attempt of a file that has failed; `nil` if none has.
    package var retryDelay: Int64? { leastAttempts.map(AttemptDelay.seconds(after:)) }
}

/// An event of a run that downloads originals.
package enum OriginalsEvent: Hashable, Sendable {
    /// The counts so far.
    case progress(OriginalsProgress)
    /// A file that the server could not deliver: its path on the server, and the reason.
    case failed(path: String, reason: String)
    /// The end of the run.
    case finished(OriginalsProgress)
}
