extension Signal {
    /// Sends the same values, and converts a failure by `transform`.
    ///
    /// ```
    /// self        --1--x
    /// mapFailure  --1--y
    /// ```
    @inlinable
    public func mapFailure<Other: Error>(
        _ transform: @escaping (Failure) -> Other
    ) -> Signal<Value, Other> {
        Signal<Value, Other>(above: operatorPath) { sink in
            subscribe(
                sink.lift(sink.onValue) { (completion: Completion<Failure>) in
                    if sink.lifetime.state != .over {
                        sink.forwardEnd(completion.mapFailure(transform))
                    }
                })
        }
    }
}

extension Signal where Failure == Never {
    /// Returns the same signal with a failure type, for code that requires one.
    @inlinable
    public func promoteFailure<Other: Error>(
        to type: Other.Type = Other.self
    ) -> Signal<Value, Other> {
        Signal<Value, Other>(above: operatorPath) { sink in
            subscribe(
                sink.lift(sink.onValue) { (_: Completion<Never>) in sink.forwardEnd(.completed) })
        }
    }
}
