extension Signal {
    /// Subscribes again at each completion, `count` times in all, by default without a limit.
    ///
    /// ```
    /// self       --1|
    /// repeat(3)  --1--1--1|
    /// ```
    ///
    /// The stack does not grow, however many subscriptions complete at once.
    public func `repeat`(_ count: Int = .max) -> Signal {
        guard count > 0 else { return .empty }
        return Signal(above: operatorPath) { sink in
            let missing = Cell(count)
            Resubscriber(below: sink) { again, round in
                begin(
                    sink.branch(round) {
                        sink.send($0)
                    } ended: { (completion: Completion<Failure>) in
                        missing.content -= 1
                        guard completion.isSuccess, missing.content > 0 else {
                            return sink.end(completion)
                        }
                        if sink.isLive { again.next() }
                    })
            }.next()
        }
    }
}
