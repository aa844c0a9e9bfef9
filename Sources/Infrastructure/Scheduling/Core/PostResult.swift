/// The result of posting a work item.
@frozen
public enum PostResult: Hashable, Sendable {
    /// The scheduler will run the item, or report it as skipped by a shutdown.
    case accepted
    /// The scheduler is shut down; the item was released on the caller's thread.
    case shutDown
    /// The queue is at its capacity; the item was released on the caller's thread.
    case full

    /// Whether the scheduler accepted the item.
    public var isAccepted: Bool { self == .accepted }
}
