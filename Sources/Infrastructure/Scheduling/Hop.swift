/// One piece of work that ran, as the ledger remembers it.
public struct Hop: Sendable {
    /// The scheduler that ran it.
    public let scheduler: String
    /// Distinguishes schedulers of one name.
    let track: UInt64
    /// Where it was posted from, with its parents.
    public let provenance: Provenance?
    /// When it was posted; `nil` for a job of the concurrency runtime.
    public let postedAt: SchedulerInstant?
    /// When it began.
    public let beganAt: SchedulerInstant
    /// When it ended.
    public let endedAt: SchedulerInstant
    /// `Service.method`, the first checked method that it called, or else the bound service that it was posted to.
    public let activity: String?

    /// How long it waited for its turn.
    public var wait: Duration? { postedAt?.duration(to: beganAt) }
    /// How long it ran.
    public var run: Duration { beganAt.duration(to: endedAt) }
}
