/// Runs the latest inner signal only.
@usableFromInline
final class LatestFlatten<Value, Failure: Error>: Flatten {
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    @usableFromInline let sink: Sink<Value, Failure>
    @usableFromInline let upstreamSet: UpstreamSet
    /// Made once, since a closure for each inner signal would be an allocation.
    @usableFromInline let forward: (Value) -> Void
    @exclusivity(unchecked) @usableFromInline var current = -1
    @exclusivity(unchecked) @usableFromInline var outer = OuterSignal.running

    @inlinable
    init(_ sink: Sink<Value, Failure>) {
        self.sink = sink
        upstreamSet = UpstreamSet(endingWith: sink.lifetime)
        forward = { sink.send($0) }
        watchSources()
    }

    @inlinable
    func accept(_ inner: Signal<Value, Failure>) {
        guard sink.isLive else { return }
        let previous = current
        let (lifetime, slot) = upstreamSet.open()
        current = slot
        upstreamSet.dispose(previous)
        // The disposal may have caused the end, or started a later inner signal.
        guard lifetime.isLive else { return }
        inner.begin(
            sink.branch(lifetime, forward) { [self] (completion: Completion<Failure>) in
                // Only the current inner signal ends: the former ones have been disposed of.
                upstreamSet.close(current)
                endInner(completion)
            })
    }

    @inlinable
    func endInner(_ completion: Completion<Failure>) {
        current = -1
        if completion.isSuccess { endIfDone() } else { sink.end(completion) }
    }

    @inlinable
    func endIfDone() {
        if current == -1 { outer.end(sink) }
    }
}
