extension Signal {
    /// Sends the values, or `value` if the signal completes without any.
    ///
    /// ```
    /// self               -------|
    /// defaultIfEmpty(0)  -------0|
    /// ```
    @inlinable
    public func defaultIfEmpty(_ value: @autoclosure @escaping () -> Value) -> Signal {
        Signal(above: operatorPath) { sink in
            let isEmpty = Cell(true)
            let upstream = sink.lifetime.makeUpstream()
            subscribe(
                sink.branch(
                    upstream,
                    {
                        isEmpty.content = false
                        sink.send($0)
                    }
                ) { completion in
                    guard isEmpty.content, completion.isSuccess else {
                        return sink.end(completion)
                    }
                    sink.send(value())
                    sink.end(completion)
                })
        }
    }
}
