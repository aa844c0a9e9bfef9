import HTTPGateway
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

extension NetworkRequest: CustomStringConvertible {
    /// The number, the method and the place, such as `request 3, GET example.org/a`.
    public var description: String {
        "request \(number), \(call.method.name) \(host)\(call.url.path)"
    }
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
