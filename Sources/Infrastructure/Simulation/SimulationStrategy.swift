/// The way in which a run makes its decisions.
public enum SimulationStrategy: Sendable {
    /// All choices are equally probable.
    case random
    /// Each thread has a priority, which is lowered at `changes` of the first `length` steps.
    ///
    /// It finds bugs that need few, but particular, changes of the thread.
    case priorities(changes: Int = 2, length: Int = 100)
    /// The decisions of an earlier run.
    case replay(Schedule)
}
