public import HTTPGateway

/// The limits of a gateway over libcurl.
public struct CurlLimits: Sendable {
    /// The largest number of connections.
    public var connections = 16
    /// The largest number of connections to one origin.
    public var connectionsPerOrigin = 8
    /// The bandwidth limit of all transfers together, in bytes per second.
    public var bandwidth = HTTPBandwidth()

    /// Creates limits of 16 connections, 8 of them to one origin, and unlimited bandwidth.
    public init() {}

    /// Creates limits of the given numbers of connections.
    public init(connections: Int, perOrigin: Int) {
        precondition(
            connections > 0 && perOrigin > 0, "a gateway needs at least one connection")
        self.connections = connections
        connectionsPerOrigin = perOrigin
    }
}
