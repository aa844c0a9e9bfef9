/// Whether and how a host sends a request again that failed and may be repeated.
public struct HTTPRetry: Hashable, Sendable {
    /// How often a request is sent at most; 1 means once, whatever happens.
    ///
    /// Attempts that ended with 429 do not count: `rateLimitBudget` bounds them.
    public var attempts: Int
    /// The longest wait before the second attempt; each further one doubles it.
    ///
    /// The wait is drawn evenly from between half of that and all of it, so that many do not come back
    /// at once, and that all attempts together bridge at least half of the longest time.
    public var firstDelay: Duration
    /// The longest wait; a server may ask for longer ones, up to its pacer's `longestPause`.
    public var longestDelay: Duration
    /// How long a request may meet 429: no attempt begins later than that after the first 429.
    ///
    /// A server that asks for a longer wait than is left of it ends the request at once.
    public var rateLimitBudget: Duration
    /// How many timeouts (`.stalled`, `.deadlineExceeded`) end a request.
    ///
    /// While nothing has ever come from the server, the first one does, and so does `.connectTimedOut`.
    public var timeouts: Int

    /// A retry policy; by default 4 attempts, from 500 ms to at most 30 s, 10 minutes of 429, and an
    /// end at the second timeout.
    public init(
        attempts: Int = 4, firstDelay: Duration = .milliseconds(500),
        longestDelay: Duration = .seconds(30), rateLimitBudget: Duration = .seconds(600),
        timeouts: Int = 2
    ) {
        self.attempts = attempts
        self.firstDelay = firstDelay
        self.longestDelay = longestDelay
        self.rateLimitBudget = rateLimitBudget
        self.timeouts = timeouts
    }

    /// Each request is sent once.
    public static let never = HTTPRetry(attempts: 1)
}
