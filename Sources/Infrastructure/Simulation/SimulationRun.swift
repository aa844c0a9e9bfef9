import Scheduling
import SchedulingDiagnostics

/// The result of one run.
public struct SimulationRun: Sendable {
    /// The reason for its failure; `nil` if all laws held, and no work was left.
    public let failure: SimulationFailure?
    /// The number of steps.
    public let stepCount: Int
    /// The simulated time.
    public let time: Duration
    /// The decisions, with which the run can be repeated.
    public let schedule: Schedule
    /// A hash of the steps: equal runs have equal hashes.
    public let hash: UInt64
    /// The steps; none in the runs of an exploration.
    public let steps: [SimulationStep]
    /// The events outside of the program, by `World.note`; none in the runs of an exploration.
    public let notes: [SimulationNote]

    init(_ core: WorldCore) {
        failure = core.failure
        stepCount = core.stepCount
        time = WorldCore.start.duration(to: core.now)
        schedule = Schedule(choices: core.decisions.map(\.choice))
        hash = core.hash
        steps = core.steps ?? []
        notes = core.notes
    }

    /// Returns the steps as a trace in Chrome's format, which Perfetto also reads.
    ///
    /// Each scheduler has a track, and arrows lead from posts to steps. A step takes one
    /// microsecond in the trace, so that the order is visible; its name has the simulated time.
    public func chromeTrace() -> String { ChromeTrace(recordedRuns: recordedRuns).text }

    private var recordedRuns: [RecordedRun] {
        func track(_ number: Int) -> UInt64? {
            guard number > 0, number <= steps.count else { return nil }
            return steps[number - 1].schedulerNumber.map { UInt64($0 + 1) } ?? 0
        }
        return steps.map { step in
            let start = SchedulerInstant(nanoseconds: Int64(step.number) * 1000)
            let posted = SchedulerInstant(nanoseconds: Int64(step.postedBy) * 1000 + 500)
            return RecordedRun(
                on: (step.scheduler ?? "tasks", track(step.number) ?? 0),
                provenance: step.provenance, posted: (posted, track(step.postedBy)),
                beganAt: start, endedAt: start.advanced(by: .nanoseconds(900)),
                activity: "\(step.work) at \(step.time.milliseconds)")
        }
    }
}

extension SimulationStep {
    /// The kind of work, and the line that posted it.
    var work: String {
        provenance.map { "\(kind.rawValue) of \($0.file):\($0.line)" } ?? kind.rawValue
    }
}
