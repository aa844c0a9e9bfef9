/// Runs inner signals concurrently, up to a limit, and queues the others.
@usableFromInline
final class ConcurrentFlatten<Value, Failure: Error>: Flatten {
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    @usableFromInline let sink: Sink<Value, Failure>
    @usableFromInline let limit: Int
    @usableFromInline let upstreamSet: UpstreamSet
    /// Made once, since a closure for each inner signal would be an allocation.
    @usableFromInline let forward: (Value) -> Void
    @exclusivity(unchecked) @usableFromInline var waiting = FIFOQueue<Signal<Value, Failure>>()
    @exclusivity(unchecked) @usableFromInline var running = 0
    @exclusivity(unchecked) @usableFromInline var outer = OuterSignal.running
    @exclusivity(unchecked) @usableFromInline var isStarting = false

    @inlinable
    init(_ sink: Sink<Value, Failure>, limit: Int) {
        self.sink = sink
        self.limit = limit
        upstreamSet = UpstreamSet(endingWith: sink.lifetime)
        forward = { sink.send($0) }
        watchSources()
    }

    @inlinable
    func accept(_ inner: Signal<Value, Failure>) {
        guard sink.isLive else { return }
        waiting.append(inner)
        startWaiting()
    }

    /// An inner signal that ends at once calls this from within the loop, which then continues.
    @inlinable
    func startWaiting() {
        guard !isStarting else { return }
        isStarting = true
        while let inner = takeInner() { start(inner) }
    }

    /// Removes and returns the next inner signal to start; `nil` ends the loop.
    @inlinable
    func takeInner() -> Signal<Value, Failure>? {
        if running < limit, sink.isLive, let inner = waiting.popFirst() {
            running += 1
            return inner
        }
        isStarting = false
        if sink.isLive { endIfDone() } else { waiting.removeAll() }
        return nil
    }

    @inlinable
    func start(_ inner: Signal<Value, Failure>) {
        let (lifetime, slot) = upstreamSet.open()
        inner.begin(
            sink.branch(lifetime, forward) { [self] (completion: Completion<Failure>) in
                upstreamSet.dispose(slot)
                endInner(completion)
            })
    }

    @inlinable
    func endInner(_ completion: Completion<Failure>) {
        running -= 1
        if completion.isSuccess { startWaiting() } else { sink.end(completion) }
    }

    @inlinable
    func endIfDone() {
        if running == 0, waiting.isEmpty, !isStarting { outer.end(sink) }
    }
}
