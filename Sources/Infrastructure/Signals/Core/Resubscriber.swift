/// Subscribes to a signal again and again, in a loop: however often it ends at once, the stack does
/// not grow.
@usableFromInline
final class Resubscriber {
    private let branches: Branches
    private let isDeep: Bool
    private let subscribe: (Resubscriber, Disposable) -> Void
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    @exclusivity(unchecked) private var slot = -1
    @exclusivity(unchecked) private var isSubscribing = false
    @exclusivity(unchecked) private var isDue = false

    /// Runs `subscribe` for each round, with that round's lifetime; ends when the lifetime of `sink` does.
    ///
    /// The subscription of the round keeps the resubscriber alive, and nothing else does. `subscribe` hands on as its last act.
    @usableFromInline
    init<Value, Failure>(
        below sink: Sink<Value, Failure>,
        _ subscribe: @escaping (Resubscriber, Disposable) -> Void
    ) {
        self.subscribe = subscribe
        isDeep = sink.lifetime.state == .deep
        branches = Branches(endingWith: sink.lifetime, awaiting: 1)
    }

    /// Begins the next round, now or when the round that is beginning has begun; the last thing that the caller does.
    @usableFromInline
    func next() {
        // What the former round holds is given back before the next one asks for it.
        branches.dispose(slot)
        isDue = true
        guard !isSubscribing else { return }
        isSubscribing = true
        if isDeep {
            Trampoline.run(all: nextRound)
        } else {
            while let begin = nextRound() { begin() }
        }
    }

    private func nextRound() -> (() -> Void)? {
        guard isDue else {
            isSubscribing = false
            return nil
        }
        isDue = false
        let round: Disposable
        (round, slot) = branches.open()
        return { self.subscribe(self, round) }
    }
}
