/// Subscribes to a signal repeatedly, in a loop.
///
/// The stack does not grow, however often the signal ends at once.
@usableFromInline
final class Resubscriber {
    private let upstreamSet: UpstreamSet
    private let subscribe: (Resubscriber, Disposable) -> Void
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    @exclusivity(unchecked) private var slot = -1
    @exclusivity(unchecked) private var isSubscribing = false
    @exclusivity(unchecked) private var isDue = false

    /// Runs `subscribe` for each attempt, with its lifetime, until that of `sink` ends.
    ///
    /// Only the subscription of the attempt keeps the resubscriber alive. `subscribe` must
    /// subscribe as its last act.
    @usableFromInline
    init<Value, Failure>(
        below sink: Sink<Value, Failure>,
        _ subscribe: @escaping (Resubscriber, Disposable) -> Void
    ) {
        self.subscribe = subscribe
        upstreamSet = UpstreamSet(endingWith: sink.lifetime, awaiting: 1)
    }

    /// Begins the next attempt, at once or when the attempt that is beginning has begun.
    ///
    /// It is the last act of the caller.
    @usableFromInline
    func next() {
        // The resources of the former attempt are released before the next one acquires them.
        upstreamSet.dispose(slot)
        isDue = true
        guard !isSubscribing else { return }
        isSubscribing = true
        while let begin = nextRound() { begin() }
    }

    private func nextRound() -> (() -> Void)? {
        guard isDue else {
            isSubscribing = false
            return nil
        }
        isDue = false
        let round: Disposable
        (round, slot) = upstreamSet.open()
        return { self.subscribe(self, round) }
    }
}
