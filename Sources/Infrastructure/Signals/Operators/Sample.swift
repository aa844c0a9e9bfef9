extension Signal {
    /// Sends the latest value whenever `trigger` sends; each value at most once.
    ///
    /// ```
    /// self       --1--2-----3----|
    /// trigger    ------()-()--()--
    /// sample(on:) -----2------3--|
    /// ```
    @inlinable
    public func sample<Trigger>(on trigger: Signal<Trigger, Never>) -> Signal {
        Signal(above: operatorPath.joined(trigger.operatorPath)) { sink in
            let latest = Cell<Value?>(nil)
            let upstreamSet = UpstreamSet(endingWith: sink.lifetime, awaiting: 2)
            trigger.begin(
                sink.branch(upstreamSet.open().lifetime) { _ in
                    guard let value = latest.content else { return }
                    latest.content = nil
                    sink.send(value)
                } ended: { (_: Completion<Never>) in
                })
            guard sink.isLive else { return }
            // The trigger may still send the last value after the source of the values has
            // disappeared.
            subscribe(
                sink.branch(upstreamSet.open().lifetime) {
                    latest.content = $0
                } ended: { (completion: Completion<Failure>) in
                    sink.end(completion)
                })
        }
    }
}
