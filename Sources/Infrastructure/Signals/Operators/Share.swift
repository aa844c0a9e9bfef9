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
        Shared(self, replaying: 0).signal
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
        return Shared(self, replaying: count).signal
    }
}

/// An upstream, and the hub of those who share one subscription to it.
@usableFromInline
final class Shared<Value, Failure: Error> {
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    // unsafe, unowned(unsafe): the end of the connection clears it
    @usableFromInline let upstream: Signal<Value, Failure>
    @usableFromInline let capacity: Int
    @usableFromInline let linger: Linger?
    @exclusivity(unchecked) @usableFromInline var hub: Hub<Value, Failure>
    /// Kept by the upstream alone: when the upstream drops it, nothing can come any more.
    ///
    /// Its end clears this reference, so it cannot dangle.
    @exclusivity(unchecked) @usableFromInline unowned(unsafe) var connection: Disposable?
    @exclusivity(unchecked) @usableFromInline var subscribers = 0

    @inlinable
    init(_ upstream: Signal<Value, Failure>, replaying capacity: Int, linger: Linger? = nil) {
        self.upstream = upstream
        self.capacity = capacity
        self.linger = linger
        hub = Hub(replaying: capacity)
    }

    /// The signal whose subscribers share.
    @inlinable
    var signal: Signal<Value, Failure> { Signal(above: upstream.lineage) { self.add($0) } }

    @inlinable
    func add(_ sink: Sink<Value, Failure>) {
        let generation = hub
        // Before the replay, in which others may leave.
        subscribers += 1
        linger?.cancel()
        sink.lifetime.add { [self] in leave(generation) }
        hub.add(sink)
        if sink.isLive, connection == nil { connect(below: sink) }
    }

    @inlinable
    func connect(below sink: Sink<Value, Failure>) {
        let lifetime = Disposable()
        // The first subscriber stands for all: its chain goes on here.
        let isDeep = sink.lifetime.state == .deep
        if isDeep { lifetime.markDeep() }
        let hub = hub
        linger?.begin()
        connection = lifetime
        lifetime.add { [self] in disconnected(hub) }
        upstream.begin(
            Sink(lifetime: lifetime, depth: sink.depth + 1) { value in
                hub.forward(value, isDeep: isDeep)
            } onEnd: { [self] completion in
                linger?.cancel()
                if capacity == 0 { reset() }
                hub.finish(completion, isDeep: isDeep)
            })
    }

    @inlinable
    func leave(_ generation: Hub<Value, Failure>) {
        guard generation === hub else { return }
        subscribers -= 1
        guard subscribers == 0, !hub.isClosed else { return }
        if let linger, connection != nil {
            linger.start { [self] in disconnect() }
        } else {
            disconnect()
        }
    }

    @inlinable
    func disconnect() {
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
        linger?.cancel()
        hub.forget()
        hub = Hub(replaying: capacity)
        connection = nil
        subscribers = 0
    }
}
