/// The way in which a run of a job ended.
public enum JobOutcome<Failure: Error> {
    /// The run ended by itself.
    case ended(Completion<Failure>)
    /// The run was ended by `cancel()`.
    case cancelled
}
