/// What becomes of a piece of work whose scheduler is shut down before the work has begun; work that has begun always ends.
@frozen
public enum ShutdownChoice: UInt8, Hashable, Sendable {
    /// It still runs, a delayed one at once; for work whose loss would be noticed. The choice of `schedule`.
    case run
    /// It is released without having run, and reported; the choice of delayed and repeated work.
    case skip
    /// It runs even when it is posted after the end, when nobody else can be inside the scheduler any more.
    ///
    /// For what must happen on the scheduler whatever comes: resuming a task, releasing a service. Work for
    /// `SchedulerInstant.distantFuture` with this choice runs at the end of the scheduler, behind the queued work.
    case always
}

/// How a scheduler is shut down.
public enum ShutdownMode: Hashable, Sendable {
    /// Each piece of queued work ends as its `ShutdownChoice` says.
    case orderly
    /// Only the work that is running now ends; all that is queued is skipped, except for what runs `always`.
    case finishRunning
}

/// What became of the work that a shutdown found.
public struct ShutdownReport: Sendable {
    /// How many pieces of queued work still ran.
    public internal(set) var ranCount = 0
    /// How many were skipped.
    public internal(set) var skippedCount = 0
    /// Where the first hundred that were skipped had been posted, as far as that was recorded.
    public internal(set) var skipped: [Provenance] = []

    mutating func addSkipped(_ provenance: Provenance?) {
        skippedCount += 1
        if let provenance, skipped.count < 100 { skipped.append(provenance) }
    }
}
