/// Whether and how a host sends a request again that failed and may be repeated.
public struct HTTPRetry: Hashable, Sendable {
    /// How often a request is sent at most.
    public var attempts: Int
    /// The longest wait before the second attempt; each further one doubles it.
    ///
    /// The wait is drawn evenly from between half of that and all of it, so that many do not come back
    /// at once, and that all attempts together bridge at least half of the longest time.
    public var firstDelay: Duration
    /// The longest wait; a server may ask for longer ones, up to its pacer's `longestPause`.
    public var longestDelay: Duration

    /// A retry policy; by default 4 attempts, from 500 ms, to at most 30 s.
    public init(
        attempts: Int = 4, firstDelay: Duration = .milliseconds(500),
        longestDelay: Duration = .seconds(30)
    ) {
        self.attempts = attempts
        self.firstDelay = firstDelay
        self.longestDelay = longestDelay
    }

    /// Each request is sent once.
    public static let never = HTTPRetry(attempts: 1)
}
