extension Signal {
    /// Sends the first `count` values, completes with the last one, and disposes of the upstream.
    ///
    /// ```
    /// self     --1---2--3-|
    /// take(2)  --1---2|
    /// ```
    @inlinable
    public func take(_ count: Int) -> Signal {
        guard count > 0 else { return .empty }
        return Signal(above: operatorPath) { sink in
            let missing = Cell(count)
            subscribe(
                sink.lift { value in
                    missing.content -= 1
                    if missing.content > 0 { return sink.send(value) }
                    // A value that this delivery causes is too late.
                    guard missing.content == 0 else { return }
                    sink.send(value)
                    sink.end(.completed)
                })
        }
    }

    /// Sends the first value.
    ///
    /// ```
    /// self   --1---2--3-|
    /// first  --1|
    /// ```
    @inlinable
    public func takeFirst() -> Signal { take(1) }

    /// Sends the first value that matches and completes; completes without a value if none matches.
    ///
    /// ```
    /// self                     --1---2--3-|
    /// first(where: { $0 > 1})  ------2|
    /// ```
    @inlinable
    public func first(where predicate: @escaping (Value) -> Bool) -> Signal {
        filter(predicate).take(1)
    }

    /// Sends the values before the first one for which `predicate` returns `false`.
    ///
    /// ```
    /// self                  --1---2--3--1-|
    /// takeWhile { $0 < 3 }  --1---2--|
    /// ```
    @inlinable
    public func takeWhile(_ predicate: @escaping (Value) -> Bool) -> Signal {
        Signal(above: operatorPath) { sink in
            subscribe(
                sink.lift { value in
                    if predicate(value) { sink.send(value) } else { sink.end(.completed) }
                })
        }
    }

    /// Sends the last `count` values at the completion.
    ///
    /// ```
    /// self         --1---2--3-|
    /// takeLast(2)  -----------23|
    /// ```
    @inlinable
    public func takeLast(_ count: Int = 1) -> Signal {
        precondition(count >= 0, "the count of takeLast must not be negative")
        return Signal(above: operatorPath) { sink in
            let latest = Cell(FIFOQueue<Value>())
            let upstream = sink.lifetime.makeUpstream()
            subscribe(
                sink.branch(
                    upstream,
                    { value in
                        latest.content.append(value)
                        if latest.content.count > count { _ = latest.content.popFirst() }
                    }
                ) { completion in
                    guard completion.isSuccess else { return sink.end(completion) }
                    while sink.isLive, let value = latest.content.popFirst() { sink.send(value) }
                    sink.end(completion)
                })
        }
    }
}
