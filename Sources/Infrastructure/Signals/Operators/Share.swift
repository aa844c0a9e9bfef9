extension Signal {
    /// One subscription upstream for all subscribers, from the first to the last of them.
    ///
    /// ```
    /// self    ----1--2--3-----
    /// first   ^---1--2--3-----
    /// second        ^2--3-----
    /// ```
    ///
    /// Each signal that `share()` returns shares on its own. A subscriber that comes after the end,
    /// or after all others have gone, starts the upstream anew.
    @inlinable
    public func share() -> Signal {
        let shared = Shared(self, replaying: 0)
        return Signal(above: lineage) { shared.add($0) }
    }

    /// One subscription upstream for all subscribers; those that come later get the last `count`
    /// values first.
    ///
    /// ```
    /// self    ----1--2--3-----
    /// first   ^---1--2--3-----
    /// second        ^12-3-----     (count 2)
    /// ```
    ///
    /// After the end, subscribers get the last values and the end. When the last subscriber leaves
    /// before the end, the upstream is disposed of and the values are released; the next one starts
    /// it anew.
    @inlinable
    public func replayLast(_ count: Int = 1) -> Signal {
        precondition(count > 0, "a replay needs at least one value; without any it is share()")
        let shared = Shared(self, replaying: count)
        return Signal(above: lineage) { shared.add($0) }
    }
}

/// An upstream, and the hub of those who share one subscription to it.
@usableFromInline
final class Shared<Value, Failure: Error> {
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    // unsafe, unowned(unsafe): the end of the connection clears it
    @usableFromInline let upstream: Signal<Value, Failure>
    @usableFromInline let capacity: Int
    @exclusivity(unchecked) @usableFromInline var hub = Hub<Value, Failure>()
    @exclusivity(unchecked) @usableFromInline var replay = Fifo<Value>()
    /// Kept by the upstream alone: when the upstream drops it, nothing can come any more.
    ///
    /// Its end clears this reference, so it cannot dangle.
    @exclusivity(unchecked) @usableFromInline unowned(unsafe) var connection: Disposable?
    @exclusivity(unchecked) @usableFromInline var subscribers = 0

    @inlinable
    init(_ upstream: Signal<Value, Failure>, replaying capacity: Int) {
        self.upstream = upstream
        self.capacity = capacity
    }

    @inlinable
    func add(_ sink: Sink<Value, Failure>) {
        let generation = hub
        // Before the replay, in which others may leave.
        subscribers += 1
        sink.lifetime.add { [self] in leave(generation) }
        hub.add(sink, beginningWith: replay.snapshot)
        if sink.isLive, connection == nil { connect(below: sink) }
    }

    @inlinable
    func connect(below sink: Sink<Value, Failure>) {
        let lifetime = Disposable()
        // The first subscriber stands for all: its chain goes on here.
        let isDeep = sink.lifetime.state == .deep
        if isDeep { lifetime.markDeep() }
        let hub = hub
        connection = lifetime
        lifetime.add { [self] in disconnected(hub) }
        upstream.begin(
            Sink(lifetime: lifetime, depth: sink.depth + 1) { [self] value in
                if capacity > 0 {
                    replay.append(value)
                    if replay.count > capacity { _ = replay.popFirst() }
                }
                hub.forward(value, isDeep: isDeep)
            } onEnd: { [self] completion in
                if capacity == 0 { reset() }
                hub.finish(completion, isDeep: isDeep)
            })
    }

    @inlinable
    func leave(_ generation: Hub<Value, Failure>) {
        guard generation === hub else { return }
        subscribers -= 1
        guard subscribers == 0, !hub.isClosed else { return }
        let last = connection
        reset()
        last?.tearDownLast()
    }

    @inlinable
    func disconnected(_ generation: Hub<Value, Failure>) {
        if generation === hub {
            connection = nil
            if !hub.isClosed { reset() }
        }
        generation.vanish()
    }

    @inlinable
    func reset() {
        hub = Hub()
        replay.removeAll()
        connection = nil
        subscribers = 0
    }
}
