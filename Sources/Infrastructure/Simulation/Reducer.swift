/// Finds a shorter schedule that fails in the same way.
///
/// It removes parts of the schedule and resets parts to the default, first long parts and then
/// short ones, as delta debugging does (Zeller and Hildebrandt 2002).
struct Reducer {
    private let kind: SimulationFailure.Kind
    private let simulation: Simulation
    private var runsLeft: Int
    private var best: SimulationRun

    /// Creates a reducer for a run that failed.
    init(_ failing: SimulationRun, _ kind: SimulationFailure.Kind, of simulation: Simulation) {
        best = failing
        self.kind = kind
        self.simulation = simulation
        runsLeft = simulation.options.reductions
    }

    /// Returns the shortest run that was found.
    mutating func reduce() -> SimulationRun {
        var isShorter = true
        while isShorter, runsLeft > 0 {
            isShorter = false
            var size = max(1, best.schedule.choices.count / 2)
            while size > 0 {
                if shorten(byParts: size) { isShorter = true }
                size /= 2
            }
            if lower() { isShorter = true }
        }
        return best
    }

    private mutating func shorten(byParts size: Int) -> Bool {
        var isShorter = false
        var start = 0
        while start < best.schedule.choices.count {
            let choices = best.schedule.choices
            let part = start..<min(start + size, choices.count)
            let reset = repeatElement(0, count: part.count)
            if accept(choices[..<part.lowerBound] + choices[part.upperBound...])
                || accept(choices[..<part.lowerBound] + reset + choices[part.upperBound...])
            {
                isShorter = true
            } else {
                start += size
            }
        }
        return isShorter
    }

    private mutating func lower() -> Bool {
        var isLower = false
        for index in best.schedule.choices.indices {
            guard index < best.schedule.choices.count else { break }
            for choice in 0..<best.schedule.choices[index] {
                var choices = best.schedule.choices
                choices[index] = choice
                if accept(choices[...]) {
                    isLower = true
                    break
                }
            }
        }
        return isLower
    }

    /// Tries a schedule; returns whether it fails in the same way and is shorter.
    private mutating func accept(_ choices: ArraySlice<Int>) -> Bool {
        let schedule = Schedule(choices: Array(choices))
        guard runsLeft > 0, schedule != best.schedule else { return false }
        runsLeft -= 1
        let run = simulation.run(.replay(schedule), seed: simulation.seed, isRecording: false)
        guard run.failure?.kind == kind, cost(run) < cost(best) else { return false }
        best = run
        return true
    }

    private func cost(_ run: SimulationRun) -> (Int, Int, Int) {
        (run.stepCount, run.schedule.departures, run.schedule.choices.reduce(0, +))
    }
}
