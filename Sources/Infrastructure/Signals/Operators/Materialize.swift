/// A value or a terminal event of a signal.
@frozen
public enum SignalEvent<Value, Failure: Error> {
    /// The signal sent this value.
    case value(Value)
    /// The signal ended.
    case ended(Completion<Failure>)
}

extension SignalEvent: Equatable where Value: Equatable, Failure: Equatable {}
extension SignalEvent: Sendable where Value: Sendable {}

extension Signal {
    /// Sends the events as values.
    ///
    /// ```
    /// self         --1--x
    /// materialize  --1--x|
    /// ```
    @inlinable
    public func materialize() -> Signal<SignalEvent<Value, Failure>, Never> {
        Signal<SignalEvent<Value, Failure>, Never>(above: operatorPath) { sink in
            let upstream = sink.lifetime.makeUpstream()
            subscribe(
                sink.branch(upstream, { sink.send(.value($0)) }) { completion in
                    sink.send(.ended(completion))
                    sink.end(.completed)
                })
        }
    }

    /// Sends the events that the values describe; the inverse of `materialize()`.
    @inlinable
    public func dematerialize<Inner, InnerFailure>() -> Signal<Inner, InnerFailure>
    where Value == SignalEvent<Inner, InnerFailure>, Failure == Never {
        Signal<Inner, InnerFailure>(above: operatorPath) { sink in
            subscribe(
                sink.lift { event in
                    switch event {
                    case .value(let value): sink.send(value)
                    case .ended(let completion): sink.end(completion)
                    }
                } ended: { (_: Completion<Never>) in
                    sink.forwardEnd(.completed)
                })
        }
    }
}
