/// Several upstreams of one operator, and the rule for its end.
///
/// It ends with the first failure, with the last completion, or with the completion of an upstream
/// without which no more values can come.
@usableFromInline
final class Join<Output, Failure: Error> {
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    @usableFromInline let sink: Sink<Output, Failure>
    @usableFromInline let upstreamSet: UpstreamSet
    @exclusivity(unchecked) @usableFromInline var running: Int

    @inlinable
    init(_ sink: Sink<Output, Failure>, count: Int) {
        self.sink = sink
        running = count
        upstreamSet = UpstreamSet(endingWith: sink.lifetime, awaiting: count)
    }

    /// Returns the sink for the subscription to one of the upstreams.
    ///
    /// - Parameter isEmpty: called at the completion of the upstream; returns whether the operator
    ///   can send no more values.
    @inlinable
    func branch<Value>(
        _ onValue: @escaping (Value) -> Void, isEmpty: @escaping () -> Bool
    ) -> Sink<Value, Failure> {
        let (lifetime, _) = upstreamSet.open()
        return sink.branch(lifetime, onValue) { [self] (completion: Completion<Failure>) in
            running -= 1
            if running == 0 || !completion.isSuccess || isEmpty() { sink.end(completion) }
        }
    }

    /// Subscribes to one upstream after the other, as the last act of the caller.
    @inlinable
    func attach(_ upstreams: [() -> Void]) {
        for subscribe in upstreams { subscribe() }
    }

    /// Returns the subscription to one of the upstreams, which keeps the latest value in `cell`.
    ///
    /// It sends `values` at each value, once all cells have one.
    ///
    /// - Parameter missing: the number of cells without a value.
    @inlinable
    func upstream<Value>(
        _ signal: Signal<Value, Failure>, to cell: Latest<Value>, missing: Cell<Int>,
        values: @escaping () -> Output
    ) -> () -> Void {
        {
            signal.begin(
                self.branch { value in
                    let former = cell.content
                    cell.content = value
                    if former == nil { missing.content -= 1 }
                    if missing.content == 0 { self.sink.send(values()) }
                    withExtendedLifetime(former) {}
                } isEmpty: {
                    cell.content == nil
                })
        }
    }
}
