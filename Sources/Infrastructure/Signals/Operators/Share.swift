extension Signal {
    /// Shares one subscription upstream among all subscribers, from the first to the last of them.
    ///
    /// ```
    /// self    ----1--2--3-----
    /// first   ^---1--2--3-----
    /// second        ^2--3-----
    /// ```
    ///
    /// Each signal that `share()` returns shares on its own. A subscriber that arrives after the
    /// end, or after all others have left, starts the upstream again.
    @inlinable
    public func share() -> Signal {
        Shared(self, replaying: 0).signal
    }

    /// Shares one subscription upstream; later subscribers first get the last `count` values.
    ///
    /// ```
    /// self    ----1--2--3-----
    /// first   ^---1--2--3-----
    /// second        ^12-3-----     (count 2)
    /// ```
    ///
    /// After the end, subscribers get the last values and the terminal event. When the last
    /// subscriber leaves before the end, the upstream is disposed of and the values are released;
    /// the next subscriber starts the upstream again.
    @inlinable
    public func replayLast(_ count: Int = 1) -> Signal {
        precondition(count > 0, "a replay needs at least one value: use share() for none")
        return Shared(self, replaying: count).signal
    }
}

/// An upstream, and the list of the subscribers that share one subscription to it.
@usableFromInline
final class Shared<Value, Failure: Error> {
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    // unsafe, unowned(unsafe): the end of the connection clears it
    @usableFromInline let upstream: Signal<Value, Failure>
    @usableFromInline let capacity: Int
    @usableFromInline let linger: Linger?
    @exclusivity(unchecked) @usableFromInline var observerList: ObserverList<Value, Failure>
    /// The connection; when its only owner, the upstream, drops it, no event can come.
    ///
    /// Its end clears this reference, so it cannot dangle.
    @exclusivity(unchecked) @usableFromInline unowned(unsafe) var connection: Disposable?
    @exclusivity(unchecked) @usableFromInline var subscribers = 0

    @inlinable
    init(_ upstream: Signal<Value, Failure>, replaying capacity: Int, linger: Linger? = nil) {
        self.upstream = upstream
        self.capacity = capacity
        self.linger = linger
        observerList = ObserverList(replaying: capacity)
    }

    /// The signal whose subscribers share the connection.
    @inlinable
    var signal: Signal<Value, Failure> { Signal(above: upstream.operatorPath) { self.add($0) } }

    @inlinable
    func add(_ sink: Sink<Value, Failure>) {
        let generation = observerList
        // Before the replay, during which other subscribers may leave.
        subscribers += 1
        linger?.cancel()
        sink.lifetime.add { [self] in leave(generation) }
        observerList.add(sink)
        if sink.isLive, connection == nil { connect(below: sink) }
    }

    @inlinable
    func connect(below sink: Sink<Value, Failure>) {
        let lifetime = Disposable()
        // The first subscriber stands for all: its chain continues here.
        let observerList = observerList
        linger?.begin()
        connection = lifetime
        lifetime.add { [self] in disconnected(observerList) }
        upstream.begin(
            Sink(lifetime: lifetime) { value in
                observerList.send(value)
            } onEnd: { [self] completion in
                linger?.cancel()
                if capacity > 0 {
                    observerList.end(completion)
                } else {
                    finish(completion)
                }
            })
    }

    /// Ends the connection, and then the subscriptions of all subscribers.
    ///
    /// A subscriber that subscribes again at this end starts the upstream again, also if that
    /// upstream is shared in turn: the former connection has left it.
    @usableFromInline
    func finish(_ completion: Completion<Failure>) {
        let (ended, observerList) = (connection, observerList)
        reset()
        observerList.expectEnd()
        ended?.tearDown()
        observerList.end(completion)
    }

    @inlinable
    func leave(_ generation: ObserverList<Value, Failure>) {
        guard generation === observerList else { return }
        subscribers -= 1
        guard subscribers == 0, !observerList.isClosed else { return }
        if let linger, connection != nil {
            linger.start { [self] in disconnect() }
        } else {
            disconnect()
        }
    }

    /// Ends the connection, as the last act of the caller.
    @inlinable
    func disconnect() {
        let last = connection
        reset()
        last?.tearDownLast()
    }

    @inlinable
    func disconnected(_ generation: ObserverList<Value, Failure>) {
        if generation === observerList {
            connection = nil
            if !observerList.isClosed { reset() }
        }
        generation.vanish()
    }

    @inlinable
    func reset() {
        linger?.cancel()
        observerList.clearReplayBuffer()
        observerList = ObserverList(replaying: capacity)
        connection = nil
        subscribers = 0
    }
}
