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
    /// The number of the scheduler that posted it; `nil` where that is not known.
    let postedOn: UInt64?

    /// Creates the record of a run.
    ///
    /// - Parameters:
    ///   - scheduler: the scheduler that ran it, with its number.
    ///   - provenance: the source line that posted it, with its parents.
    ///   - posted: the moment of posting, and the number of the scheduler that posted it.
    ///   - beganAt: the moment at which it began.
    ///   - endedAt: the moment at which it ended.
    ///   - activity: the purpose of the work.
    package init(
        on scheduler: (name: String, number: UInt64), provenance: Provenance?,
        posted: (at: SchedulerInstant?, on: UInt64?), beganAt: SchedulerInstant,
        endedAt: SchedulerInstant, activity: String?
    ) {
        (self.scheduler, number) = scheduler
        self.provenance = provenance
        (postedAt, postedOn) = posted
        self.beganAt = beganAt
        self.endedAt = endedAt
        self.activity = activity
    }

    /// The time from posting to the beginning of the run; `nil` where `postedAt` is `nil`.
    public var wait: Duration? { postedAt?.duration(to: beganAt) }
    /// The duration of the run.
    public var run: Duration { beganAt.duration(to: endedAt) }
}
