/// Where the events of one subscription go: two closures, and the lifetime that gates them.
///
/// A chain of operators that pass one value on for one value shares one lifetime, so that a value
/// costs one test and one call for each operator and no memory. An operator whose upstream may end
/// before its downstream gives the upstream a lifetime of its own.
@frozen
@usableFromInline
struct Sink<Value, Failure: Error> {
    @usableFromInline let lifetime: Disposable
    /// How many operators lie below, since the last root of a subscription.
    @usableFromInline let depth: Int
    @usableFromInline let onValue: (Value) -> Void
    @usableFromInline let onEnd: (Completion<Failure>) -> Void

    @inlinable
    init(
        lifetime: Disposable, depth: Int, onValue: @escaping (Value) -> Void,
        onEnd: @escaping (Completion<Failure>) -> Void
    ) {
        self.lifetime = lifetime
        self.depth = depth
        self.onValue = onValue
        self.onEnd = onEnd
    }

    /// Whether anybody listens still.
    @inlinable
    var isLive: Bool { lifetime.isLive }

    /// Passes a value on as the last thing that the caller does with it.
    @inlinable
    func forward(_ value: Value) {
        if lifetime.isLive { onValue(value) }
    }

    /// Passes a value on; it has been delivered when this returns.
    @inlinable
    func send(_ value: Value) {
        if lifetime.state == .live { onValue(value) } else { sendDeep(value) }
    }

    /// Ends the subscription, once: the terminal event first, then what was to be disposed of.
    @inlinable
    func end(_ completion: Completion<Failure>) {
        guard lifetime.isLive else { return }
        let isDeep = lifetime.state == .deep
        lifetime.mute()
        onEnd(completion)
        if isDeep { Trampoline.settle() }
        lifetime.dispose()
    }

    /// Passes the end on, from within the terminal event of an upstream that shares the lifetime.
    @inlinable
    func forwardEnd(_ completion: Completion<Failure>) {
        if lifetime.state != .over { onEnd(completion) }
    }

    @usableFromInline
    func sendDeep(_ value: Value) {
        guard lifetime.state == .deep else { return }
        onValue(value)
        Trampoline.settle()
    }

    /// The sink of an upstream that lives and ends together with this one.
    @inlinable
    func lift<Upstream>(
        _ onValue: @escaping (Upstream) -> Void
    ) -> Sink<Upstream, Failure> {
        Sink<Upstream, Failure>(
            lifetime: lifetime, depth: depth + 1, onValue: onValue, onEnd: onEnd)
    }

    /// The sink of an upstream that lives and ends together with this one.
    @inlinable
    func lift<Upstream, UpstreamFailure>(
        _ onValue: @escaping (Upstream) -> Void,
        ended: @escaping (Completion<UpstreamFailure>) -> Void
    ) -> Sink<Upstream, UpstreamFailure> {
        Sink<Upstream, UpstreamFailure>(
            lifetime: lifetime, depth: depth + 1, onValue: onValue, onEnd: ended)
    }

    /// The sink of an upstream that may end earlier than this one, on a lifetime of its own.
    @inlinable
    func branch<Upstream, UpstreamFailure>(
        _ lifetime: Disposable, _ onValue: @escaping (Upstream) -> Void,
        ended: @escaping (Completion<UpstreamFailure>) -> Void
    ) -> Sink<Upstream, UpstreamFailure> {
        if self.lifetime.state == .deep { lifetime.markDeep() }
        return Sink<Upstream, UpstreamFailure>(
            lifetime: lifetime, depth: depth + 1, onValue: onValue, onEnd: ended)
    }
}
