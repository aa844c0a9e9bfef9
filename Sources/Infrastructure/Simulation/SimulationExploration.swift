/// The result of many runs.
public struct SimulationExploration: Sendable {
    /// The first failure; `nil` if all runs succeeded.
    public internal(set) var finding: SimulationFinding?
    /// The number of runs.
    public internal(set) var runCount = 0
    /// The number of steps of all runs.
    public internal(set) var stepCount = 0
    /// The number of runs that differed from each other.
    public var distinctCount: Int { hashes.count }
    /// Whether all schedules within the bound were tried; `false` for seeds.
    public internal(set) var isComplete = false
    private var hashes: Set<UInt64> = []

    mutating func count(_ run: SimulationRun) {
        runCount += 1
        stepCount += run.stepCount
        hashes.insert(run.hash)
    }
}
