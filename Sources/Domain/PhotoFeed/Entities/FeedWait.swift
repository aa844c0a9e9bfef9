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

    /// What is being waited for.
    public let reason: Reason
    /// How long the wait was when it began.
    public let duration: Duration

    /// A wait of `duration` for `reason`.
    public init(reason: Reason, duration: Duration) {
        self.reason = reason
        self.duration = duration
    }
}
