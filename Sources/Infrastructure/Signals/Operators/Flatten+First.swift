/// Runs one inner signal, and drops those that arrive during its run.
@usableFromInline
final class FirstFlatten<Value, Failure: Error>: Flatten {
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    @usableFromInline let sink: Sink<Value, Failure>
    @usableFromInline let upstreamSet: UpstreamSet
    /// Made once, since a closure for each inner signal would be an allocation.
    @usableFromInline let forward: (Value) -> Void
    @exclusivity(unchecked) @usableFromInline var isBusy = false
    @exclusivity(unchecked) @usableFromInline var outer = OuterSignal.running

    @inlinable
    init(_ sink: Sink<Value, Failure>) {
        self.sink = sink
        upstreamSet = UpstreamSet(endingWith: sink.lifetime)
        forward = { sink.send($0) }
        watchSources()
    }

    @inlinable var isAccepting: Bool { !isBusy }

    @inlinable
    func accept(_ inner: Signal<Value, Failure>) {
        guard sink.isLive, isAccepting else { return }
        isBusy = true
        let (lifetime, slot) = upstreamSet.open()
        inner.begin(
            sink.branch(lifetime, forward) { [self] (completion: Completion<Failure>) in
                upstreamSet.close(slot)
                endInner(completion)
            })
    }

    @inlinable
    func endInner(_ completion: Completion<Failure>) {
        isBusy = false
        if completion.isSuccess { endIfDone() } else { sink.end(completion) }
    }

    @inlinable
    func endIfDone() {
        if !isBusy { outer.end(sink) }
    }
}
