/// A pause of the requests: its reason and its duration.
public struct FeedPause: Hashable, Sendable {
    /// The reason of the pause.
    public enum Reason: String, Sendable {
        /// The server has asked for a pause.
        case rateLimit
        /// The server or the network failed; requests will be repeated.
        case failure
        /// The server has not started to answer; the request ends with the wait.
        case answer
    }

    /// The cause of the last request's failure.
    public enum Cause: Hashable, Sendable {
        /// The server's name cannot be resolved.
        case nameNotResolved
        /// No server listens at the address.
        case connectionRefused
        /// The network has no route to the server.
        case noConnection
        /// The connection was not established in time.
        case connectTimedOut
        /// The proxy failed.
        case proxyFailed
        /// No encrypted connection could be established.
        case tlsFailed
        /// The connection ended before the complete answer had arrived.
        case connectionLost
        /// The complete answer did not arrive in time.
        case timedOut
        /// The server answered with this status.
        case status(Int)
    }

    /// The reason of the pause.
    public let reason: Reason
    /// The total duration of the wait, from its beginning.
    public let duration: Duration
    /// The cause of the failure; `nil` if nothing failed, or if the cause has no case here.
    public let cause: Cause?

    /// Creates a wait of `duration` for `reason`.
    public init(reason: Reason, duration: Duration, cause: Cause? = nil) {
        self.reason = reason
        self.duration = duration
        self.cause = cause
    }
}
