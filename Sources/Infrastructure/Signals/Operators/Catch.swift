extension Signal {
    /// On failure, continues with the signal that `recover` returns for the error.
    ///
    /// ```
    /// self      --1--2--x
    /// recovery          -8--9|
    /// catch     --1--2---8--9|
    /// ```
    @inlinable
    public func `catch`<Other: Error>(
        _ recover: @escaping (Failure) -> Signal<Value, Other>
    ) -> Signal<Value, Other> {
        Signal<Value, Other>(above: operatorPath) { sink in
            let first = sink.lifetime.makeUpstream()
            subscribe(
                sink.branch(first) {
                    sink.send($0)
                } ended: { (completion: Completion<Failure>) in
                    switch completion {
                    case .completed: sink.end(.completed)
                    case .failed(let error):
                        first.tearDown()
                        guard sink.isLive else { return }
                        let recovery = recover(error)
                        if sink.isLive { recovery.subscribe(sink) }
                    }
                })
        }
    }

    /// On failure, sends `value` and completes.
    @inlinable
    public func replaceFailure(
        with value: @autoclosure @escaping () -> Value
    ) -> Signal<Value, Never> {
        `catch` { _ in Signal<Value, Never>.just(value()) }
    }
}
