/// The quality of a simulated network; the seed chooses within these limits.
public struct NetworkConditions: Sendable {
    /// The time of a request to its server, and of a response to its client.
    ///
    /// Each has its own latency, so requests and responses overtake each other.
    public var latency: ClosedRange<Duration> = .milliseconds(5)...(.milliseconds(200))
    /// The rate of each response's body in bytes per second; `nil` for no limit.
    public var bandwidth: Int?
    /// The faults from which the seed chooses.
    public var faults: [NetworkFault] = []
    /// The number of requests, two or more, of which one has a fault on average.
    public var faultInterval = 20
    /// The largest number of faults that the seed chooses in a run.
    public var faultLimit = Int.max

    /// Creates a network without faults.
    public init() {}

    /// Returns a network in which one of `interval` requests has a fault of any kind.
    public static func faulty(every interval: Int, atMost limit: Int) -> NetworkConditions {
        var conditions = NetworkConditions()
        conditions.faults = [
            .nameFailure, .refusal, .requestReset, .responseReset, .cut(after: nil), .silence,
        ]
        conditions.faultInterval = interval
        conditions.faultLimit = limit
        return conditions
    }
}
