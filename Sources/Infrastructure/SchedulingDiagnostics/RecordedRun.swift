public import Scheduling

/// One recorded run of a work item.
public struct RecordedRun: Sendable {
    /// The scheduler that ran it.
    public let scheduler: String
    /// A number that distinguishes schedulers of the same name.
    let number: UInt64
    /// The source line that posted it, with its parents.
    public let provenance: Provenance?
    /// The moment of posting; `nil` for a job of the concurrency runtime.
    public let postedAt: SchedulerInstant?
    /// The moment at which it began.
    public let beganAt: SchedulerInstant
    /// The moment at which it ended.
    public let endedAt: SchedulerInstant
    /// `Service.method`: the first checked method that it called, or the bound service of the call.
    public let activity: String?

    /// The time from posting to the beginning of the run; `nil` where `postedAt` is `nil`.
    public var wait: Duration? { postedAt?.duration(to: beganAt) }
    /// The duration of the run.
    public var run: Duration { beganAt.duration(to: endedAt) }
}
