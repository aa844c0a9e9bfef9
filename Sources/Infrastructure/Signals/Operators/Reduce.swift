extension Signal {
    /// Combines all values by `next`, and sends the result at the completion.
    ///
    /// ```
    /// self          --1---2--3-|
    /// reduce(0, +)  -----------6|
    /// ```
    @inlinable
    public func reduce<Result>(
        _ initial: Result, _ next: @escaping (Result, Value) -> Result
    ) -> Signal<Result, Failure> {
        reduce(into: initial) { $0 = next($0, $1) }
    }

    /// Combines all values by `update` in place, and sends the result at the completion.
    @inlinable
    public func reduce<Result>(
        into initial: Result, _ update: @escaping (inout Result, Value) -> Void
    ) -> Signal<Result, Failure> {
        Signal<Result, Failure>(above: operatorPath) { sink in
            let result = Accumulator(initial)
            let upstream = sink.lifetime.makeUpstream()
            subscribe(
                sink.branch(upstream, { update(&result.content, $0) }) { completion in
                    guard completion.isSuccess else { return sink.end(completion) }
                    sink.send(result.content)
                    sink.end(completion)
                })
        }
    }

    /// Sends all values in one array at the completion.
    ///
    /// ```
    /// self     --1---2--3-|
    /// collect  -----------[1,2,3]|
    /// ```
    @inlinable
    public func collect() -> Signal<[Value], Failure> {
        reduce(into: []) { $0.append($1) }
    }

    /// Sends the values in arrays of `count`; the last one may be shorter.
    ///
    /// ```
    /// self        --1---2------3-|
    /// collect(2)  ------[1,2]----[3]|
    /// ```
    @inlinable
    public func collect(_ count: Int) -> Signal<[Value], Failure> {
        precondition(count > 0, "the capacity of a batch must be at least 1")
        return Signal<[Value], Failure>(above: operatorPath) { sink in
            let batch = Cell<[Value]>([])
            let upstream = sink.lifetime.makeUpstream()
            subscribe(
                sink.branch(
                    upstream,
                    { value in
                        batch.content.append(value)
                        guard batch.content.count == count else { return }
                        let full = batch.content
                        batch.content = []
                        sink.send(full)
                    }
                ) { completion in
                    guard completion.isSuccess, !batch.content.isEmpty else {
                        return sink.end(completion)
                    }
                    sink.send(batch.content)
                    sink.end(completion)
                })
        }
    }
}
