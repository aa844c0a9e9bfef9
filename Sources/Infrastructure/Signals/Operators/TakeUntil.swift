extension Signal {
    /// Sends the values until `trigger` sends its first value.
    ///
    /// ```
    /// self         --1---2--3--4-|
    /// trigger      -------()
    /// take(until:) --1---2|
    /// ```
    ///
    /// The trigger is subscribed to first, so a trigger that sends at once takes precedence over
    /// values that are sent at once. A trigger that completes without a value has no effect.
    @inlinable
    public func take<Trigger>(until trigger: Signal<Trigger, Never>) -> Signal {
        Signal(above: operatorPath.joined(trigger.operatorPath)) { sink in
            let upstreamSet = UpstreamSet(endingWith: sink.lifetime, awaiting: 2)
            let (stop, _) = upstreamSet.open()
            trigger.subscribe(
                sink.branch(stop) { _ in
                    sink.end(.completed)
                } ended: { (_: Completion<Never>) in
                })
            guard sink.isLive else { return }
            // The trigger may still end the signal after the source of the values has
            // disappeared.
            subscribe(
                sink.branch(upstreamSet.open().lifetime) {
                    sink.send($0)
                } ended: { (completion: Completion<Failure>) in
                    sink.end(completion)
                })
        }
    }

    /// Sends the values that arrive after the first value of `trigger`.
    ///
    /// ```
    /// self         --1---2--3--4-|
    /// trigger      -------()
    /// skip(until:) ---------3--4-|
    /// ```
    ///
    /// The trigger is subscribed to first. After a trigger that completes without a value, no value
    /// is sent.
    @inlinable
    public func skip<Trigger>(until trigger: Signal<Trigger, Never>) -> Signal {
        Signal(above: operatorPath.joined(trigger.operatorPath)) { sink in
            let upstreamSet = UpstreamSet(endingWith: sink.lifetime)
            let isOpen = Cell(false)
            let (start, slot) = upstreamSet.open()
            trigger.subscribe(
                sink.branch(start) { _ in
                    isOpen.content = true
                    upstreamSet.dispose(slot)
                } ended: { (_: Completion<Never>) in
                    upstreamSet.close(slot)
                })
            if sink.isLive { subscribe(sink.lift { if isOpen.content { sink.send($0) } }) }
        }
    }
}
