public import Scheduling

/// The reason and the end of a pause of a host's requests; a program can show it as a countdown.
///
/// Either all requests are held, or each remaining request waits for its next attempt or its
/// response.
public struct HostPause: Sendable, Equatable {
    /// The reason of a pause.
    public enum Reason: Sendable, Equatable {
        /// The server asked for it, with 429, or with 503 and a `Retry-After` field.
        case rateLimited
        /// The server or the network fails, and gets time to recover.
        case backingOff
        /// For 10 s, no byte of a response has come for any of the requests under way.
        case awaitingResponse
    }

    /// The reason of the pause.
    public let reason: Reason
    /// The end on the clock of the host's scheduler: the first request then starts or times out.
    public let until: SchedulerInstant
    /// The length of the pause, from its beginning.
    public let duration: Duration
    /// The error of the last attempt; `nil` while a response is awaited.
    public let cause: HTTPError?

    /// Creates a pause, as a host reports it.
    public init(
        reason: Reason, until: SchedulerInstant, duration: Duration, cause: HTTPError? = nil
    ) {
        self.reason = reason
        self.until = until
        self.duration = duration
        self.cause = cause
    }
}
