/// The strategy by which a run makes its decisions.
public enum SimulationStrategy: Sendable {
    /// All choices are equally probable.
    case random
    /// Each thread has a priority, which is lowered at `changes` of the first `length` steps.
    ///
    /// It finds bugs that need a few switches between threads at particular steps.
    case priorities(changes: Int = 2, length: Int = 100)
    /// The decisions of an earlier run.
    case replay(Schedule)
}
