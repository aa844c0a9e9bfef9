/// Subscribes to a signal again and again, in a loop: however often it ends at once, the stack does
/// not grow.
@usableFromInline
final class Resubscriber {
    private let branches: Branches
    private let subscribe: (Resubscriber, Disposable) -> Void
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    @exclusivity(unchecked) private var slot = -1
    @exclusivity(unchecked) private var isSubscribing = false
    @exclusivity(unchecked) private var isDue = false

    /// Runs `subscribe` for each round, with that round's lifetime; ends when `lifetime` does.
    ///
    /// The subscription of the round keeps the resubscriber alive, and nothing else does.
    @usableFromInline
    init(
        endingWith lifetime: Disposable,
        _ subscribe: @escaping (Resubscriber, Disposable) -> Void
    ) {
        self.subscribe = subscribe
        branches = Branches(endingWith: lifetime)
    }

    /// Begins the next round, now or when the round that is beginning has begun.
    @usableFromInline
    func next() {
        // What the former round holds is given back before the next one asks for it.
        branches.dispose(slot)
        isDue = true
        guard !isSubscribing else { return }
        isSubscribing = true
        while isDue {
            isDue = false
            let round: Disposable
            (round, slot) = branches.open()
            subscribe(self, round)
        }
        isSubscribing = false
    }
}
