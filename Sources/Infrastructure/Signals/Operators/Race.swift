extension Signal {
    /// Sends the events of the signal that sends or ends first; the others are disposed of.
    ///
    /// ```
    /// slow  -----1--2--|
    /// fast  --3-----4--|
    /// race  --3-----4--|
    /// ```
    ///
    /// The signals are subscribed to in order, so the first one wins when several send at once.
    /// Without any signals, the result completes at once.
    @inlinable
    public static func race(_ signals: some Collection<Signal>) -> Signal {
        let signals = Array(signals)
        return Signal(above: OperatorPath(above: signals)) { sink in
            if signals.isEmpty { return sink.end(.completed) }
            let upstreamSet = UpstreamSet(endingWith: sink.lifetime, awaiting: signals.count)
            let winner = Cell<Int?>(nil)
            let wins = { (slot: Int) -> Bool in
                if let winner = winner.content { return winner == slot }
                winner.content = slot
                for other in signals.indices where other != slot { upstreamSet.dispose(other) }
                upstreamSet.missing = 1
                return true
            }
            for signal in signals {
                guard winner.content == nil, sink.isLive else { return }
                // The slots are never more than the signals, since none is closed before one of
                // them wins.
                let (lifetime, slot) = upstreamSet.open()
                signal.subscribe(
                    sink.branch(lifetime) {
                        if wins(slot) { sink.send($0) }
                    } ended: { (completion: Completion<Failure>) in
                        if wins(slot) { sink.end(completion) }
                    })
            }
        }
    }

    /// Sends the events of the signal that sends or ends first; the others are disposed of.
    @inlinable
    public static func race(_ signals: Signal...) -> Signal { race(signals) }

    /// Sends the events of this signal or `other`, whichever sends or ends first.
    @inlinable
    public func race(with other: Signal) -> Signal { .race([self, other]) }
}
