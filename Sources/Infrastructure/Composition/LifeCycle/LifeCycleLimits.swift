/// The deadlines of the stops of services.
///
/// With the defaults, a program ends within 1.5 seconds, after which an interrupted `photopark` is
/// terminated. On virtual schedulers, the deadlines are in virtual time.
public struct LifeCycleLimits: Sendable {
    /// The time for the stop of one service, from the call of `stop`.
    ///
    /// After this time, the services that the overdue one needs are stopped.
    public var stop: Duration
    /// The time for the stop of a scope, with the scopes inside it.
    public var end: Duration

    /// Creates the deadlines.
    public init(
        stop: Duration = .milliseconds(500), end: Duration = .milliseconds(1_200)
    ) {
        self.stop = stop
        self.end = end
    }
}
