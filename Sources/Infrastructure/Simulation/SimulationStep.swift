public import Scheduling

/// One step of a run: one item of a scheduler, or the next step of a task.
public struct SimulationStep: Sendable {
    /// The kind of work.
    public enum Kind: String, Hashable, Sendable {
        /// Posted work.
        case item
        /// Work that was posted for a moment.
        case timer
        /// A step of a task of Swift concurrency.
        case task
    }

    /// The number of the step, from 1.
    public let number: Int
    /// The simulated time from the beginning of the run.
    public let time: Duration
    /// The name of the scheduler; `nil` for a task without an executor.
    public let scheduler: String?
    /// The kind of work.
    public let kind: Kind
    /// The source line that posted the work, with its parents; `nil` for a task.
    public let provenance: Provenance?
    /// The number of the step that posted the work; 0 for the body of the simulation.
    public let postedBy: Int
    /// Whether the seed chose another step than the default one.
    public let isDeparture: Bool
    /// The number of the scheduler in the world; `nil` for a task without an executor.
    let schedulerNumber: Int?
}
