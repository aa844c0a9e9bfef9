/// The reason why a run failed.
public struct SimulationFailure: Sendable, CustomStringConvertible {
    /// The kind of a failure.
    public enum Kind: Hashable, Sendable {
        /// A law of the world does not hold; the value is the name of the law.
        case law(String)
        /// The body or a law threw an error, or `World.fail` was called; the value is the message.
        case error(String)
        /// A thread outside of the world posted work to one of its schedulers.
        case foreignThread
        /// Work was left at the end of the simulated time.
        case leftWork
        /// Subscriptions were left at the end.
        case leftSubscriptions
        /// The run exceeded `SimulationOptions.steps`.
        case endless
    }

    /// The kind.
    public let kind: Kind
    /// The failure in a sentence, with source lines.
    public let message: String
    /// The number of steps before the failure was found.
    public let step: Int
    /// The simulated time from the beginning of the run.
    public let time: Duration

    /// The message, the step and the time.
    public var description: String {
        "\(message) (after step \(step), at \(time.milliseconds))"
    }
}
