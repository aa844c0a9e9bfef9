extension Signal {
    /// Side effects on the way.
    ///
    /// The order is fixed: `subscribed` before the upstream is subscribed to; `value` before the
    /// observers downstream get the value; `ended` before they get the end; `disposed` once, after
    /// the end has been delivered, or at disposal, whatever the reason.
    @inlinable
    public func on(
        subscribed: (() -> Void)? = nil, value: ((Value) -> Void)? = nil,
        ended: ((Completion<Failure>) -> Void)? = nil, disposed: (() -> Void)? = nil
    ) -> Signal {
        Signal(above: lineage) { sink in
            subscribed?()
            if let disposed { sink.lifetime.add(disposed) }
            guard sink.isLive else { return }
            let onValue =
                value.map { effect in
                    { (value: Value) in
                        effect(value)
                        sink.forward(value)
                    }
                } ?? sink.onValue
            subscribe(
                sink.lift(onValue) { (completion: Completion<Failure>) in
                    if sink.lifetime.state != .over { ended?(completion) }
                    sink.forwardEnd(completion)
                })
        }
    }

    /// A side effect of the failure, before it is delivered.
    @inlinable
    public func on(failed: @escaping (Failure) -> Void) -> Signal {
        on(ended: { if case .failed(let error) = $0 { failed(error) } })
    }
}
