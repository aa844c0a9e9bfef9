public import HTTPGatewayTestKit

/// A request in a simulated network, as its server receives it.
public struct NetworkRequest: Sendable {
    /// The request.
    public let call: RecordedRequest
    /// The host to which it was sent.
    public let host: String
    /// The number among all requests of the run, from 0.
    public let number: Int
}

/// A request in a simulated network, and its fate.
public struct NetworkExchange: Sendable {
    /// The request.
    public let request: NetworkRequest
    /// The time at which it was sent.
    public let start: Duration
    /// The fault that it had; `nil` for none.
    public internal(set) var fault: NetworkFault?
    /// The status with which the server responded; `nil` where it has not.
    public internal(set) var status: Int?
}
