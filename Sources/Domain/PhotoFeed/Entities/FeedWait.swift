/// Why nothing moves at the moment, and for how long.
public struct FeedWait: Hashable, Sendable {
    /// What is being waited for.
    public enum Reason: String, Sendable {
        /// The server has asked for a pause.
        case rateLimit
        /// The server or the network fails; requests will be repeated.
        case failure
        /// The server has not begun to answer; the request ends when the wait does.
        case answer
    }

    /// What made the last request fail.
    public enum Cause: Hashable, Sendable {
        /// The server's name has no address.
        case nameNotResolved
        /// No server listens at the address.
        case connectionRefused
        /// The network has no way to the server.
        case noConnection
        /// The connection was not made in time.
        case connectTimedOut
        /// The proxy fails.
        case proxyFailed
        /// There is no encrypted connection.
        case tlsFailed
        /// The connection ended before the answer did.
        case connectionLost
        /// The answer, or the rest of it, did not come in time.
        case timedOut
        /// The server answered with this status.
        case status(Int)
    }

    /// What is being waited for.
    public let reason: Reason
    /// How long the wait was when it began.
    public let duration: Duration
    /// Why there is a wait; `nil` where nothing failed, or for a reason without a name here.
    public let cause: Cause?

    /// A wait of `duration` for `reason`.
    public init(reason: Reason, duration: Duration, cause: Cause? = nil) {
        self.reason = reason
        self.duration = duration
        self.cause = cause
    }
}
