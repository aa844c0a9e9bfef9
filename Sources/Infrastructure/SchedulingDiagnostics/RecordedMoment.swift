public import Scheduling

/// One recorded moment besides the runs of work items, such as the start of a service.
public struct RecordedMoment: Sendable {
    /// The track on which a trace shows it.
    public let track: String
    /// The description of what happened.
    public let name: String
    /// The moment at which it happened.
    public let happenedAt: SchedulerInstant

    /// Creates the record of a moment.
    package init(_ name: String, on track: String, at happenedAt: SchedulerInstant) {
        self.name = name
        self.track = track
        self.happenedAt = happenedAt
    }
}
