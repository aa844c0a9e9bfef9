/// The answer of a receiver to the records that were sent.
enum SpoolOutcome: Hashable, Sendable {
    /// The receiver has stored the records, or will never accept them: they are removed.
    case settled
    /// The request was too large: the records are sent again in halves.
    ///
    /// A single record is removed.
    case tooLarge
    /// The records could not be sent, or the receiver failed: they are sent again later, after
    /// `retryAfter` or a longer pause.
    case failed(retryAfter: Duration? = nil)

    /// The outcome of a response of HTTP with the status `status`.
    ///
    /// 401, 403, 404, 408, 425 and 429 depend on the settings or on the moment, so the records are
    /// kept. The other statuses of the class 4xx are refusals for good.
    init(status: Int, retryAfter: Duration? = nil) {
        self =
            switch status {
            case 413: .tooLarge
            case 401, 403, 404, 408, 425, 429: .failed(retryAfter: retryAfter)
            case 200..<300, 400..<500: .settled
            default: .failed(retryAfter: retryAfter)
            }
    }
}

/// The pauses and limits of a delivery.
struct SpoolPacing {
    /// The pause after the first failure; each further failure doubles it.
    var firstPause = Duration.seconds(1)
    /// The longest pause.
    var longestPause = Duration.seconds(300)
    /// The time after which a request without an outcome counts as failed.
    var answerLimit = Duration.seconds(60)
    /// The interval at which the age of the records is checked.
    var check = Duration.seconds(30)
}
