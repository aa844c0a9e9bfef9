/// The retry policy of a host, for failed requests that may be repeated.
///
/// An `APIHost` takes it from `HTTPOptions.retry`; a gateway ignores it. The host repeats a request
/// that has sent no output, after an error that may pass (`HTTPError.isRetryable`), if the request
/// is `isRepeatable`. After a 429 response, which says that the server has not processed the
/// request, the host repeats any request.
public struct HTTPRetryPolicy: Hashable, Sendable {
    /// The largest number of attempts of a request; 1 disables retries.
    ///
    /// Attempts that ended with 429 do not count: `rateLimitBudget` limits them. The one attempt
    /// after a refresh of the credential does not count either, and takes place even if this is 1.
    public var attempts: Int
    /// The longest wait before the second attempt; it doubles with each further attempt.
    ///
    /// The actual wait is random, evenly distributed between half of this value and all of it. So
    /// requests that failed at the same time do not return at the same time, and the waits of a
    /// request together take at least half of the longest possible time.
    public var firstDelay: Duration
    /// The upper limit of the waits.
    ///
    /// A server may ask for longer waits, up to `longestPause` of the host's pacer.
    public var longestDelay: Duration
    /// The time that a request may spend on 429 responses, counted from the first one.
    ///
    /// If the next wait would end later, the request fails at once.
    public var rateLimitBudget: Duration
    /// The number of timeouts (`.stalled`, `.deadlineExceeded`) that ends a request.
    ///
    /// As long as the server has never responded, the first timeout ends the request, and so does
    /// `.connectTimedOut`.
    public var timeouts: Int

    /// Creates a retry policy.
    ///
    /// By default, a request has 4 attempts, waits from 500 ms to at most 30 s, 10 minutes for 429
    /// responses, and ends at the second timeout.
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

    /// The policy without retries.
    public static let never = HTTPRetryPolicy(attempts: 1)
}
