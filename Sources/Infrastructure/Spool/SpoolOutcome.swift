/// The answer of a receiver to the records that were sent.
public enum SpoolOutcome: Hashable, Sendable {
    /// The receiver has stored the records.
    case stored
    /// The receiver will never accept the records: they are counted and set aside.
    case refused
    /// The request was too large: the records are sent again in halves.
    ///
    /// A single record is set aside.
    case tooLarge
    /// The records could not be sent, or the receiver failed: they are sent again later, after
    /// `retryAfter` or a longer pause.
    case failed(retryAfter: Duration? = nil)

    /// The outcome of a response of HTTP with the status `status`.
    ///
    /// 401, 403, 404, 408, 425 and 429 depend on the settings or on the moment, so the records are
    /// kept. The other statuses of the class 4xx are refusals.
    public init(status: Int, retryAfter: Duration? = nil) {
        self =
            switch status {
            case 200..<300: .stored
            case 413: .tooLarge
            case 401, 403, 404, 408, 425, 429: .failed(retryAfter: retryAfter)
            case 400..<500: .refused
            default: .failed(retryAfter: retryAfter)
            }
    }
}

/// The pauses and limits of a delivery.
public struct SpoolPacing: Hashable, Sendable {
    /// The pause after the first failure; each further failure doubles it.
    public var firstPause: Duration
    /// The longest pause.
    public var longestPause: Duration
    /// The time after which a request without an outcome counts as failed.
    public var answerLimit: Duration
    /// The interval at which the water line of age is checked.
    public var check: Duration

    /// Creates pauses and limits.
    public init(
        firstPause: Duration = .seconds(1), longestPause: Duration = .seconds(300),
        answerLimit: Duration = .seconds(60), check: Duration = .seconds(30)
    ) {
        self.firstPause = firstPause
        self.longestPause = longestPause
        self.answerLimit = answerLimit
        self.check = check
    }
}
