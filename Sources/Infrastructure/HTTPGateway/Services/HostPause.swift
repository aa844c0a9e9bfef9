public import Scheduling

/// Why nothing moves between a host and its server, and until when; a program can show it as a countdown.
///
/// All requests are held back, or each of those that are left waits to be sent again or for its response.
public struct HostPause: Sendable, Equatable {
    /// What makes them wait.
    public enum Reason: Sendable, Equatable {
        /// The server asked for it, with 429 or 503.
        case rateLimited
        /// The server or the network fails, and is left alone for a moment.
        case backingOff
        /// No byte of a response has come for 10 s, for any of the requests under way.
        case awaitingResponse
    }

    /// What makes them wait.
    public let reason: Reason
    /// When the first of them goes on, or is given up, on the clock of the host's scheduler.
    public let until: SchedulerInstant
    /// How long the pause was when it began.
    public let duration: Duration
    /// Why the last attempt failed; `nil` while a response is awaited.
    public let cause: HTTPError?

    /// A pause as a host reports it.
    public init(
        reason: Reason, until: SchedulerInstant, duration: Duration, cause: HTTPError? = nil
    ) {
        self.reason = reason
        self.until = until
        self.duration = duration
        self.cause = cause
    }
}
