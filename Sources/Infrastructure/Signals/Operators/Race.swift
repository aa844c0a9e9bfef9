extension Signal {
    /// The signal that sends or ends first; the others are disposed of.
    ///
    /// ```
    /// slow  -----1--2--|
    /// fast  --3-----4--|
    /// race  --3-----4--|
    /// ```
    ///
    /// The signals are subscribed to in order, so of several that send at once the first wins.
    @inlinable
    public static func race(_ signals: Signal...) -> Signal {
        let lineage = signals.reduce(Lineage()) { $0.joined($1.lineage) }
        return Signal(above: lineage) { sink in
            let winner = Cell<Int?>(nil)
            let lifetimes = signals.map { _ in sink.lifetime.makeUpstream() }
            let wins = { (runner: Int) -> Bool in
                if let winner = winner.content { return winner == runner }
                winner.content = runner
                for other in lifetimes.indices where other != runner { lifetimes[other].tearDown() }
                return true
            }
            if signals.isEmpty { return sink.finish(.completed) }
            var runners = signals.indices.makeIterator()
            sink.run(all: {
                guard winner.content == nil, let runner = runners.next() else { return nil }
                return {
                    signals[runner].begin(
                        sink.branch(lifetimes[runner]) {
                            if wins(runner) { sink.forward($0) }
                        } ended: { (completion: Completion<Failure>) in
                            if wins(runner) { sink.finish(completion) }
                        })
                }
            })
        }
    }

    /// This signal or `other`, whichever sends or ends first.
    @inlinable
    public func race(with other: Signal) -> Signal { .race(self, other) }
}
