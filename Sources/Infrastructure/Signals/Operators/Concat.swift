extension Signal {
    /// Sends the values of this signal, then those of `next`.
    ///
    /// `next` is subscribed to when this signal has completed.
    ///
    /// ```
    /// self          --1--2|
    /// next                --3--|
    /// concat(next)  --1--2--3--|
    /// ```
    @inlinable
    public func concat(_ next: Signal) -> Signal {
        Signal(above: operatorPath.joined(next.operatorPath)) { sink in
            let first = sink.lifetime.makeUpstream()
            subscribe(
                sink.branch(first) {
                    sink.send($0)
                } ended: { (completion: Completion<Failure>) in
                    guard completion.isSuccess else { return sink.end(completion) }
                    first.tearDown()
                    if sink.isLive { next.subscribe(sink) }
                })
        }
    }

    /// Sends the values of all signals, one signal after the other.
    @inlinable
    public static func concat(_ signals: [Signal]) -> Signal {
        Signal<Signal, Failure>.sequence(signals).flatten(.concat)
    }

    /// Sends the values of all signals, one signal after the other.
    @inlinable
    public static func concat(_ signals: Signal...) -> Signal { concat(signals) }

    /// Sends `values` at once, then those of this signal.
    ///
    /// ```
    /// self          --1--2|
    /// startWith(0)  0--1--2|
    /// ```
    @inlinable
    public func startWith(_ values: Value...) -> Signal {
        Signal(above: operatorPath) { sink in
            for value in values { sink.send(value) }
            begin(sink)
        }
    }
}
