/// The limits of a run.
public struct SimulationOptions: Sendable {
    /// The maximum delay of a timer, or of an item that is ready.
    public var lateness: Duration = .milliseconds(10)
    /// The simulated time after which a run ends, even if timers still wait.
    public var duration: Duration = .seconds(600)
    /// The number of steps above which a run fails.
    public var steps = 100_000
    /// The maximum number of runs that search a shorter schedule of a failure.
    public var reductions = 1_000

    /// Creates the default limits.
    public init() {}
}
