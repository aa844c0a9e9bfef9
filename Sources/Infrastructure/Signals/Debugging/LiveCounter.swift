import Synchronization

/// A counter of live lifetimes.
final class LiveCounter: Sendable {
    let live = Atomic(0)

    func enter() { live.add(1, ordering: .relaxed) }
    func leave() { live.subtract(1, ordering: .relaxed) }
}
