extension Signal {
    /// The latest value whenever `trigger` sends; each value at most once.
    ///
    /// ```
    /// self       --1--2-----3----|
    /// trigger    ------()-()--()--
    /// sample(on:) -----2------3--|
    /// ```
    @inlinable
    public func sample<Trigger>(on trigger: Signal<Trigger, Never>) -> Signal {
        Signal(above: lineage.joined(trigger.lineage)) { sink in
            let latest = Cell<Value?>(nil)
            sink.run {
                trigger.begin(
                    sink.branch(sink.lifetime.makeUpstream()) { _ in
                        guard let value = latest.content else { return }
                        latest.content = nil
                        sink.forward(value)
                    } ended: { (_: Completion<Never>) in
                    })
            } then: {
                guard sink.isLive else { return }
                // The trigger may still bring the last value when the source of the values has gone.
                subscribe(
                    sink.branch(sink.lifetime.makeUpstream()) {
                        latest.content = $0
                    } ended: { (completion: Completion<Failure>) in
                        sink.finish(completion)
                    })
            }
        }
    }
}
