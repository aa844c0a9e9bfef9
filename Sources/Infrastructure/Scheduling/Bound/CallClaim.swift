import Synchronization

/// The right to end a call, which one side gets: its turn, its deadline, or its caller.
final class CallClaim: Sendable {
    private let isTaken = Atomic(false)

    /// Takes the right; returns whether the caller has it.
    func take() -> Bool { !isTaken.exchange(true, ordering: .acquiringAndReleasing) }
}
