/// The work that waits for its turn on a scheduler.
public struct Backlog: Hashable, Sendable {
    /// How many items wait; those that wait for a later moment are not counted.
    public let count: Int
    /// How long the oldest of them has waited; `nil` when none waits, or when `Recording.times` is off.
    public let oldestWait: Duration?

    /// A backlog of `count` items.
    public init(count: Int, oldestWait: Duration?) {
        self.count = count
        self.oldestWait = oldestWait
    }

    /// Nothing waits.
    public static let none = Backlog(count: 0, oldestWait: nil)
}

/// An observation of a scheduler's backlog; it ends when it is cancelled or dropped.
public final class BacklogObservation: Sendable {
    private let journal: WorkJournal
    private let id: UInt64

    init(journal: WorkJournal, id: UInt64) {
        self.journal = journal
        self.id = id
    }

    deinit { cancel() }

    /// Ends the observation, from any thread; a report that is under way may still arrive.
    public func cancel() { journal.removeObserver(id) }
}
