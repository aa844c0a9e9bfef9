/// An event outside of the program: a request, a fault, or a change of a server.
public struct SimulationNote: Sendable {
    /// The number of the step during which it happened; 0 for the body of the simulation.
    public let step: Int
    /// The simulated time from the beginning of the run.
    public let time: Duration
    /// The event in a few words.
    public let event: String
    /// Whether such an event happens all the time, as a request and its answer.
    public let isUsual: Bool
}
