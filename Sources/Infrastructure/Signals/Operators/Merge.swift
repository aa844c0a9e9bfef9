extension Signal {
    /// Sends the values of all signals as they arrive.
    ///
    /// The result completes when all signals have completed, and fails when one fails.
    ///
    /// ```
    /// self         --1-----2----|
    /// other        ----3-----4|
    /// merge(with:) --1-3---2-4--|
    /// ```
    ///
    /// The signals are subscribed to in order. Without any signals, the result completes at once.
    @inlinable
    public static func merge(_ signals: some Collection<Signal>) -> Signal {
        let signals = Array(signals)
        return Signal(above: OperatorPath(above: signals)) { sink in
            let upstreamSet = UpstreamSet(endingWith: sink.lifetime, awaiting: signals.count)
            let running = Cell(signals.count)
            if signals.isEmpty { return sink.end(.completed) }
            for signal in signals {
                guard sink.isLive else { return }
                signal.subscribe(
                    sink.branch(upstreamSet.open().lifetime) {
                        sink.send($0)
                    } ended: { (completion: Completion<Failure>) in
                        running.content -= 1
                        if running.content == 0 || !completion.isSuccess { sink.end(completion) }
                    })
            }
        }
    }

    /// Sends the values of all signals as they arrive.
    ///
    /// The result completes when all signals have completed, and fails when one fails.
    @inlinable
    public static func merge(_ signals: Signal...) -> Signal { merge(signals) }

    /// Sends the values of both signals as they arrive.
    ///
    /// The result completes when both signals have completed, and fails when one fails.
    @inlinable
    public func merge(with other: Signal) -> Signal { .merge([self, other]) }
}
