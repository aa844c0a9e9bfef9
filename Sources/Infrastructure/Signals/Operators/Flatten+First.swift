/// Runs one inner signal, and drops those that arrive during its run.
@usableFromInline
final class FirstFlatten<Value, Failure: Error> {
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    @usableFromInline let sink: Sink<Value, Failure>
    @usableFromInline let branches: Branches
    @exclusivity(unchecked) @usableFromInline var isBusy = false
    @exclusivity(unchecked) @usableFromInline var outer = OuterSignal.running

    @inlinable
    init(_ sink: Sink<Value, Failure>) {
        self.sink = sink
        branches = Branches(endingWith: sink.lifetime)
        branches.onVanish = { [weak self] slot in self?.vanished(slot) ?? false }
    }

    @inlinable
    func accept(_ inner: Signal<Value, Failure>) {
        guard sink.isLive, !isBusy else { return }
        isBusy = true
        let (lifetime, slot) = branches.open()
        inner.begin(
            sink.branch(lifetime) { [sink] in
                sink.forward($0)
            } ended: { [self] (completion: Completion<Failure>) in
                branches.close(slot)
                endInner(completion)
            })
    }

    @inlinable
    func endInner(_ completion: Completion<Failure>) {
        isBusy = false
        if completion.isSuccess { endIfDone() } else { sink.finish(completion) }
    }

    @inlinable
    func end(_ completion: Completion<Failure>) {
        guard completion.isSuccess else { return sink.finish(completion) }
        outer = .completed
        endIfDone()
    }

    /// Handles the disappearance of a source, and returns `true`: this class ends the subscription.
    @usableFromInline
    func vanished(_ slot: Int) -> Bool {
        if outer.vanishes(from: slot) { endIfDone() } else { endInner(.completed) }
        return true
    }

    @inlinable
    func endIfDone() {
        if !isBusy { outer.end(sink) }
    }
}
