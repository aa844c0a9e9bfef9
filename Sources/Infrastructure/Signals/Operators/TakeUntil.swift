extension Signal {
    /// The values until `trigger` sends its first.
    ///
    /// ```
    /// self         --1---2--3--4-|
    /// trigger      -------()
    /// take(until:) --1---2|
    /// ```
    ///
    /// The trigger is subscribed to first, so one that sends at once wins over values that are sent
    /// at once. A trigger that completes without a value stops nothing.
    @inlinable
    public func take<Trigger>(until trigger: Signal<Trigger, Never>) -> Signal {
        Signal(above: lineage.joined(trigger.lineage)) { sink in
            let branches = Branches(endingWith: sink.lifetime, awaiting: 2)
            let (stop, _) = branches.open()
            sink.run {
                trigger.subscribe(
                    sink.branch(stop) { _ in
                        sink.finish(.completed)
                    } ended: { (_: Completion<Never>) in
                    })
            } then: {
                guard sink.isLive else { return }
                // The trigger may still end the signal when the source of the values has gone.
                subscribe(
                    sink.branch(branches.open().lifetime) {
                        sink.forward($0)
                    } ended: { (completion: Completion<Failure>) in
                        sink.finish(completion)
                    })
            }
        }
    }

    /// The values from the first of `trigger` on.
    ///
    /// ```
    /// self         --1---2--3--4-|
    /// trigger      -------()
    /// skip(until:) ---------3--4-|
    /// ```
    ///
    /// The trigger is subscribed to first. One that completes without a value opens nothing.
    @inlinable
    public func skip<Trigger>(until trigger: Signal<Trigger, Never>) -> Signal {
        Signal(above: lineage.joined(trigger.lineage)) { sink in
            let branches = Branches(endingWith: sink.lifetime)
            let isOpen = Cell(false)
            let (start, slot) = branches.open()
            sink.run {
                trigger.subscribe(
                    sink.branch(start) { _ in
                        isOpen.content = true
                        branches.dispose(slot)
                    } ended: { (_: Completion<Never>) in
                        branches.close(slot)
                    })
            } then: {
                if sink.isLive { subscribe(sink.lift { if isOpen.content { sink.forward($0) } }) }
            }
        }
    }
}
