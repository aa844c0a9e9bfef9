/// Receives the events of one subscription: two closures, gated by a lifetime.
///
/// A chain of operators that pass one value on for one value shares one lifetime. A value then
/// costs one test and one call for each operator, and no memory. An operator whose upstream may end
/// before its downstream gives the upstream a lifetime of its own.
@frozen
@usableFromInline
struct Sink<Value, Failure: Error> {
    @usableFromInline let lifetime: Disposable
    /// The number of operators below, since the last root of a subscription.
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

    /// Whether the subscription is still live.
    @inlinable
    var isLive: Bool { lifetime.isLive }

    /// Passes a value on as the caller's last act with it.
    @inlinable
    func forward(_ value: Value) {
        if lifetime.isLive { onValue(value) }
    }

    /// Passes a value on as the caller's last act with it, then releases `former`.
    ///
    /// The release comes after the delivery, so its effects come after the value.
    @inlinable
    func forward<Former>(_ value: Value, releasing former: Former) {
        guard lifetime.state == .live else { return forwardDeep(value, releasing: former) }
        onValue(value)
        withExtendedLifetime(former) {}
    }

    /// Passes a value on; it has been delivered when this returns.
    @inlinable
    func send(_ value: Value) {
        if lifetime.state == .live { onValue(value) } else { sendDeep(value) }
    }

    /// Ends the subscription once: first the terminal event, then the disposal.
    ///
    /// The subscription has ended when this returns.
    @inlinable
    func end(_ completion: Completion<Failure>) {
        if lifetime.state == .deep {
            Trampoline.complete { finishDeep(completion) }
        } else {
            finish(completion)
        }
    }

    /// Ends the subscription once, as the last act of the caller.
    @inlinable
    func finish(_ completion: Completion<Failure>) {
        guard lifetime.isLive else { return }
        if lifetime.state == .deep { return finishDeep(completion) }
        lifetime.mute()
        onEnd(completion)
        lifetime.tearDown()
    }

    /// Ends the subscription without an event, because its source has disappeared.
    ///
    /// This is the last act of the caller.
    @inlinable
    func vanish() {
        // The drain in progress may belong to a caller further up, and end later than this call.
        // In a long chain it is the drain of the chain itself.
        if lifetime.state == .deep { lifetime.tearDownLast() } else { lifetime.tearDown() }
    }

    /// Passes the terminal event on, from within that of an upstream on the same lifetime.
    @inlinable
    func forwardEnd(_ completion: Completion<Failure>) {
        if lifetime.state != .over { onEnd(completion) }
    }

    /// Runs `work`, which passes events on as its last act, then `next`.
    ///
    /// `next` runs after everything that follows from `work`. This call is the last act of the
    /// caller.
    @inlinable
    func run(_ work: () -> Void, then next: @escaping () -> Void) {
        if lifetime.state == .deep {
            Trampoline.run(work, then: next)
        } else {
            work()
            next()
        }
    }

    /// Runs the closures that `next` returns, until it returns `nil`.
    ///
    /// Each runs after everything that follows from the former one. This call is the last act of
    /// the caller.
    @inlinable
    func run(all next: @escaping () -> (() -> Void)?) {
        if lifetime.state == .deep {
            Trampoline.run(all: next)
        } else {
            while let work = next() { work() }
        }
    }

    /// Passes on the values that `next` returns until `nil`, then ends the subscription.
    ///
    /// This call is the last act of the caller.
    @inlinable
    func finish(_ completion: Completion<Failure>, behind next: @escaping () -> Value?) {
        run(all: {
            guard isLive, let value = next() else {
                finish(completion)
                return nil
            }
            return { forward(value) }
        })
    }

    /// Passes on a value, then ends the subscription; the last act of the caller.
    @inlinable
    func finish(_ completion: Completion<Failure>, behind value: Value) {
        // Written out, so that a short chain allocates no closure.
        if lifetime.state == .deep {
            Trampoline.run({ forward(value) }, then: { finish(completion) })
        } else {
            forward(value)
            finish(completion)
        }
    }

    @usableFromInline
    func sendDeep(_ value: Value) {
        guard lifetime.state == .deep else { return }
        Trampoline.complete { onValue(value) }
    }

    @inline(never)
    @inlinable
    func forwardDeep<Former>(_ value: Value, releasing former: Former) {
        guard lifetime.state == .deep else { return }
        Trampoline.release(former)
        onValue(value)
    }

    @usableFromInline
    func finishDeep(_ completion: Completion<Failure>) {
        guard lifetime.isLive else { return }
        lifetime.mute()
        Trampoline.run({ Trampoline.bounce { onEnd(completion) } }, then: { lifetime.tearDown() })
    }

    /// Returns the sink of an upstream that lives and ends together with this one.
    @inlinable
    func lift<Upstream>(
        _ onValue: @escaping (Upstream) -> Void
    ) -> Sink<Upstream, Failure> {
        Sink<Upstream, Failure>(
            lifetime: lifetime, depth: depth + 1, onValue: onValue, onEnd: onEnd)
    }

    /// Returns the sink of an upstream that lives and ends together with this one.
    @inlinable
    func lift<Upstream, UpstreamFailure>(
        _ onValue: @escaping (Upstream) -> Void,
        ended: @escaping (Completion<UpstreamFailure>) -> Void
    ) -> Sink<Upstream, UpstreamFailure> {
        Sink<Upstream, UpstreamFailure>(
            lifetime: lifetime, depth: depth + 1, onValue: onValue, onEnd: ended)
    }

    /// Returns the sink of an upstream that may end earlier, on a lifetime of its own.
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
