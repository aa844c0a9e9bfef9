extension Signal {
    /// Adds side effects to the events.
    ///
    /// The order is fixed: `subscribed` before the upstream is subscribed to; `value` before the
    /// observers downstream get the value; `ended` before they get the terminal event; `disposed`
    /// once, after the terminal event has been delivered, or at disposal, whatever the reason.
    @inlinable
    public func on(
        subscribed: (() -> Void)? = nil, value: ((Value) -> Void)? = nil,
        ended: ((Completion<Failure>) -> Void)? = nil, disposed: (() -> Void)? = nil
    ) -> Signal {
        Signal(above: operatorPath) { sink in
            subscribed?()
            if let disposed { sink.lifetime.add(disposed) }
            guard sink.isLive else { return }
            subscribe(
                sink.lift {
                    value?($0)
                    sink.send($0)
                } ended: { (completion: Completion<Failure>) in
                    if sink.lifetime.state != .over { ended?(completion) }
                    sink.forwardEnd(completion)
                })
        }
    }

    /// Adds a side effect to the failure, before it is delivered.
    @inlinable
    public func on(failed: @escaping (Failure) -> Void) -> Signal {
        on(ended: { if case .failed(let error) = $0 { failed(error) } })
    }
}
