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
        branches = Branches(endingWith: sink.lifetime)
    }

    /// Subscribes to one of the upstreams; `isEmpty` tells, at its completion, that nothing more
    /// can come of the whole.
    @inlinable
    func attach<Value>(
        _ signal: Signal<Value, Failure>, _ onValue: @escaping (Value) -> Void,
        isEmpty: @escaping () -> Bool
    ) {
        guard sink.isLive else { return }
        let (lifetime, slot) = branches.open()
        signal.attach(
            sink.branch(lifetime, onValue) { [self] (completion: Completion<Failure>) in
                branches.close(slot)
                running -= 1
                if running == 0 || !completion.isSuccess || isEmpty() { sink.end(completion) }
            })
    }

    /// Subscribes to one of the upstreams, keeping its latest value in `cell`.
    @inlinable
    func attach<Value>(
        _ signal: Signal<Value, Failure>, to cell: Latest<Value>,
        changed: @escaping (_ isFirst: Bool) -> Void
    ) {
        attach(signal) { value in
            let isFirst = cell.content == nil
            cell.content = value
            changed(isFirst)
        } isEmpty: {
            cell.content == nil
        }
    }
}
