public import Scheduling

/// Why and until when all requests to a host wait; a program can show it as a countdown.
public struct HostPause: Sendable, Equatable {
    /// What makes them wait.
    public enum Reason: Sendable, Equatable {
        /// The server asked for it, with 429 or 503.
        case rateLimited
        /// The server or the network fails, and is left alone for a moment.
        case backingOff
    }

    /// What makes them wait.
    public let reason: Reason
    /// When they go on, on the clock of the host's scheduler.
    public let until: SchedulerInstant

    /// A pause as a host reports it.
    public init(reason: Reason, until: SchedulerInstant) {
        self.reason = reason
        self.until = until
    }
}
