extension Simulation {
    /// Runs the program with each of `seeds` until a run fails, and reduces the failing schedule.
    public func explore(seeds: Range<UInt64>) -> SimulationExploration {
        var exploration = SimulationExploration()
        for seed in seeds {
            let run = run(strategy, seed: seed, isRecording: false)
            exploration.count(run)
            if let failure = run.failure {
                exploration.finding = find(failure, of: run, seed: seed)
                break
            }
        }
        return exploration
    }

    /// Runs the program with all choices of the first `decisions` decisions, until a run fails.
    ///
    /// It is for small programs: the number of runs can grow exponentially with the decisions.
    ///
    /// - Parameters:
    ///   - decisions: the number of decisions of which all choices are tried.
    ///   - runs: the maximum number of runs.
    public func exhaust(decisions: Int, runs: Int = 100_000) -> SimulationExploration {
        var exploration = SimulationExploration()
        var prefix: [Int]? = []
        while let choices = prefix, exploration.runCount < runs {
            let core = WorldCore(
                options, Chooser(.replay(Schedule(choices: choices)), seed: seed),
                isRecording: false)
            let run = run(core)
            exploration.count(run)
            if let failure = run.failure {
                exploration.finding = find(failure, of: run, seed: nil)
                return exploration
            }
            prefix = core.decisions.next(within: decisions)
        }
        exploration.isComplete = prefix == nil
        return exploration
    }

    private func find(_ failure: SimulationFailure, of run: SimulationRun, seed: UInt64?)
        -> SimulationFinding
    {
        let repeated = replay(run.schedule)
        guard repeated.hash == run.hash, let same = repeated.failure, same.kind == failure.kind
        else {
            return SimulationFinding(
                failure: failure, seed: seed, length: run.stepCount, shortest: repeated,
                isRepeatable: false)
        }
        var reducer = Reducer(repeated, failure.kind, of: self)
        let shortest = reducer.reduce()
        return SimulationFinding(
            failure: shortest.failure ?? failure, seed: seed, length: run.stepCount,
            shortest: replay(shortest.schedule), isRepeatable: true)
    }
}
