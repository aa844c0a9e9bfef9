/// The deadlines of the starts and stops of services.
///
/// The defaults let a program end within the 1.5 seconds after which an interrupted `photopark` is
/// ended. Virtual schedulers count them by their clocks.
public struct LifeCycleLimits: Sendable {
    /// The time for the start of one service, from the call of `start`.
    public var start: Duration
    /// The time for the stop of one service, from the call of `stop`.
    ///
    /// After it, the services that the overdue one needed are stopped.
    public var stop: Duration
    /// The time for the stop of a scope, with the scopes inside it.
    public var end: Duration

    /// Creates the deadlines.
    public init(
        start: Duration = .seconds(10), stop: Duration = .milliseconds(500),
        end: Duration = .milliseconds(1_200)
    ) {
        self.start = start
        self.stop = stop
        self.end = end
    }
}
