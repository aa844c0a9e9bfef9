/// The limits of a run.
public struct SimulationOptions: Sendable {
    /// The time by which a machine may be late with a timer, or with an item that is ready.
    public var lateness: Duration = .milliseconds(10)
    /// The simulated time after which a run ends, although timers wait.
    public var duration: Duration = .seconds(600)
    /// The number of steps above which a run fails.
    public var steps = 100_000
    /// The number of runs for finding a shorter schedule of a failure.
    public var reductions = 1_000

    /// Creates the default limits.
    public init() {}
}
