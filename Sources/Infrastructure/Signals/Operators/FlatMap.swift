extension Signal {
    /// Sends the values of the signals that `transform` returns, joined by `strategy`.
    ///
    /// ```
    /// self             --a-------b------|
    /// a                  -1--2--3|
    /// b                          -4--5--|
    /// flatMap(.merge)  ---1--2--3-4--5--|
    /// flatMap(.latest) ---1--2---4--5--|
    /// ```
    ///
    /// The result completes when the outer signal and all started inner ones have completed; the
    /// first failure fails it at once. The stack does not grow, however many inner signals complete
    /// at once.
    @inlinable
    public func flatMap<Output>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping (Value) -> Signal<Output, Failure>
    ) -> Signal<Output, Failure> {
        Signal<Output, Failure>(above: operatorPath) { sink in
            switch strategy.kind {
            case .concurrent(let limit):
                flatten(into: ConcurrentFlatten(sink, limit: limit), transform)
            case .latest: flatten(into: LatestFlatten(sink), transform)
            case .first: flatten(into: FirstFlatten(sink), transform)
            }
        }
    }

    /// Sends the values of the signals that this one sends, joined by `strategy`.
    @inlinable
    public func flatten<Output>(
        _ strategy: FlattenStrategy
    ) -> Signal<Output, Failure> where Value == Signal<Output, Failure> {
        flatMap(strategy) { $0 }
    }

    @inlinable
    func flatten<State: Flatten>(
        into state: State, _ transform: @escaping (Value) -> Signal<State.Value, State.Failure>
    ) where State.Failure == Failure {
        subscribe(
            state.sink.branch(state.upstreamSet.open().lifetime) {
                if state.isAccepting { state.accept(transform($0)) }
            } ended: {
                state.end($0)
            })
    }
}

extension Signal where Failure == Never {
    /// Sends the values of the signals that `transform` returns; those may fail, unlike this one.
    ///
    /// If the inner signals cannot fail either, the general form is chosen.
    @_disfavoredOverload
    @inlinable
    public func flatMap<Output, InnerFailure: Error>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping (Value) -> Signal<Output, InnerFailure>
    ) -> Signal<Output, InnerFailure> {
        promoteFailure(to: InnerFailure.self).flatMap(strategy, transform)
    }
}
