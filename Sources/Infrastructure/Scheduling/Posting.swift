/// What became of a piece of work at the moment that it was posted.
@frozen
public enum Posting: Hashable, Sendable {
    /// The scheduler will run it, or report it as skipped at shutdown.
    case accepted
    /// The scheduler has been shut down; the work was released on the caller's thread.
    case shutDown
    /// The scheduler's bounded queue is full; the work was released on the caller's thread.
    case full

    /// Whether the scheduler took the work.
    public var isAccepted: Bool { self == .accepted }
}
