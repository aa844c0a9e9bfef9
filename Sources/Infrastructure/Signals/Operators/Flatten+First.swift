/// Runs one inner signal, and drops those that come meanwhile.
@usableFromInline
final class FirstFlatten<Value, Failure: Error> {
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    @usableFromInline let sink: Sink<Value, Failure>
    @usableFromInline let branches: Branches
    @exclusivity(unchecked) @usableFromInline var isBusy = false
    @exclusivity(unchecked) @usableFromInline var isOuterDone = false

    @inlinable
    init(_ sink: Sink<Value, Failure>) {
        self.sink = sink
        branches = Branches(endingWith: sink.lifetime)
        branches.onVanish = { [weak self] in self?.endInner(.completed) }
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
        isOuterDone = true
        endIfDone()
    }

    @inlinable
    func endIfDone() {
        if isOuterDone, !isBusy { sink.finish(.completed) }
    }
}
