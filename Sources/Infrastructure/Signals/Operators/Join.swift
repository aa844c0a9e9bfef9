/// Several upstreams of one operator: the first failure ends it, and so does the last completion,
/// or the completion of an upstream without which nothing more can come.
@usableFromInline
final class Join<Output, Failure: Error> {
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    @usableFromInline let sink: Sink<Output, Failure>
    @usableFromInline let branches: Branches
    @exclusivity(unchecked) @usableFromInline var running: Int

    @inlinable
    init(_ sink: Sink<Output, Failure>, count: Int) {
        self.sink = sink
        running = count
        branches = Branches(endingWith: sink.lifetime, awaiting: count)
    }

    /// The sink of one of the upstreams, to subscribe with; `isEmpty` tells, at its completion, that nothing more can come of the
    /// whole.
    @inlinable
    func branch<Value>(
        _ onValue: @escaping (Value) -> Void, isEmpty: @escaping () -> Bool
    ) -> Sink<Value, Failure> {
        let (lifetime, _) = branches.open()
        return sink.branch(lifetime, onValue) { [self] (completion: Completion<Failure>) in
            running -= 1
            if running == 0 || !completion.isSuccess || isEmpty() { sink.finish(completion) }
        }
    }

    /// Subscribes to one of the upstreams after the other, as the last thing that the caller does.
    @inlinable
    func attach(_ upstreams: [() -> Void]) {
        var rest = upstreams.makeIterator()
        sink.run(all: { rest.next() })
    }

    /// The subscription to one of the upstreams, whose latest value is kept in `cell`.
    @inlinable
    func upstream<Value>(
        _ signal: Signal<Value, Failure>, to cell: Latest<Value>,
        changed: @escaping (_ former: Value?) -> Void
    ) -> () -> Void {
        {
            signal.begin(
                self.branch { value in
                    let former = cell.content
                    cell.content = value
                    changed(former)
                } isEmpty: {
                    cell.content == nil
                })
        }
    }
}
