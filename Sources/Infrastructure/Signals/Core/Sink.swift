/// Receives the events of one subscription: two closures, gated by a lifetime.
///
/// A chain of operators that pass one value on for one value shares one lifetime. A value then
/// costs one test and one call for each operator, and no memory. An operator whose upstream may end
/// before its downstream gives the upstream a lifetime of its own. `filter` is an operator of the
/// first kind, and `defaultIfEmpty` one of the second kind.
@frozen
@usableFromInline
struct Sink<Value, Failure: Error> {
    @usableFromInline let lifetime: Disposable
    @usableFromInline let onValue: (Value) -> Void
    @usableFromInline let onEnd: (Completion<Failure>) -> Void

    @inlinable
    init(
        lifetime: Disposable, onValue: @escaping (Value) -> Void,
        onEnd: @escaping (Completion<Failure>) -> Void
    ) {
        self.lifetime = lifetime
        self.onValue = onValue
        self.onEnd = onEnd
    }

    /// Whether the subscription is still live.
    @_transparent
    @usableFromInline
    var isLive: Bool { lifetime.isLive }

    /// Passes a value on.
    ///
    /// An operator such as `map` calls it in a local function that is always inlined. A closure
    /// would become two functions, which costs a value ten instructions for each operator.
    @_transparent
    @usableFromInline
    func send(_ value: Value) {
        if lifetime.isLive { onValue(value) }
    }

    /// Ends the subscription once: first the terminal event, then the disposal.
    @_transparent
    @usableFromInline
    func end(_ completion: Completion<Failure>) {
        guard lifetime.isLive else { return }
        lifetime.mute()
        onEnd(completion)
        lifetime.tearDown()
    }

    /// Passes the terminal event on, from within that of an upstream on the same lifetime.
    @_transparent
    @usableFromInline
    func forwardEnd(_ completion: Completion<Failure>) {
        if lifetime.state != .over { onEnd(completion) }
    }

    /// Returns the sink of an upstream that lives and ends together with this one.
    @inlinable
    func lift<Upstream>(
        _ onValue: @escaping (Upstream) -> Void
    ) -> Sink<Upstream, Failure> {
        Sink<Upstream, Failure>(lifetime: lifetime, onValue: onValue, onEnd: onEnd)
    }

    /// Returns the sink of an upstream that lives and ends together with this one.
    @inlinable
    func lift<Upstream, UpstreamFailure>(
        _ onValue: @escaping (Upstream) -> Void,
        ended: @escaping (Completion<UpstreamFailure>) -> Void
    ) -> Sink<Upstream, UpstreamFailure> {
        Sink<Upstream, UpstreamFailure>(lifetime: lifetime, onValue: onValue, onEnd: ended)
    }

    /// Returns the sink of an upstream that may end earlier, on a lifetime of its own.
    @inlinable
    func branch<Upstream, UpstreamFailure>(
        _ lifetime: Disposable, _ onValue: @escaping (Upstream) -> Void,
        ended: @escaping (Completion<UpstreamFailure>) -> Void
    ) -> Sink<Upstream, UpstreamFailure> {
        Sink<Upstream, UpstreamFailure>(lifetime: lifetime, onValue: onValue, onEnd: ended)
    }
}
