/// The effect of a shutdown on a work item that has not begun.
///
/// An item that has begun always completes.
@frozen
public enum ShutdownBehavior: UInt8, Hashable, Sendable {
    /// The item still runs, and delayed work runs at once; the default of `schedule`.
    ///
    /// It is meant for work whose loss would be noticed.
    case run
    /// The item is released and reported without running; the default of delayed and repeated work.
    case skip
    /// The item runs even when it is posted after the end of the scheduler.
    ///
    /// No other work can be inside the scheduler then. This choice is for work that must happen on
    /// the scheduler in any case, such as resuming a task or releasing a service. Work for
    /// `SchedulerInstant.distantFuture` with this choice runs at the end of the scheduler, after
    /// the queued work.
    case always
}

/// The way in which a scheduler is shut down.
public enum ShutdownMode: Hashable, Sendable {
    /// The `ShutdownBehavior` of each queued item decides.
    case orderly
    /// Only the running item completes; all queued items are skipped, except those with `always`.
    case finishRunning
}

/// The result of a shutdown for the work items that it found.
public struct ShutdownReport: Sendable {
    /// The number of queued items that ran.
    public internal(set) var ranCount = 0
    /// The number of items that were skipped.
    public internal(set) var skippedCount = 0
    /// The provenance of the first hundred skipped items, where it was recorded.
    public internal(set) var skipped: [Provenance] = []

    mutating func addSkipped(_ provenance: Provenance?) {
        skippedCount += 1
        if let provenance, skipped.count < 100 { skipped.append(provenance) }
    }
}
