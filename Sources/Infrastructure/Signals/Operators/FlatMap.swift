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
                let state = ConcurrentFlatten(sink, limit: limit)
                subscribe(
                    sink.branch(state.upstreamSet.open().lifetime) {
                        state.accept(transform($0))
                    } ended: {
                        state.end($0)
                    })
            case .latest:
                let state = LatestFlatten(sink)
                subscribe(
                    sink.branch(state.upstreamSet.open().lifetime) {
                        state.accept(transform($0))
                    } ended: {
                        state.end($0)
                    })
            case .first:
                let state = FirstFlatten(sink)
                subscribe(
                    sink.branch(state.upstreamSet.open().lifetime) { value in
                        if !state.isBusy { state.accept(transform(value)) }
                    } ended: {
                        state.end($0)
                    })
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
