extension Signal {
    /// Combines the values by `next`, and sends the result after each value.
    ///
    /// ```
    /// self        --1---2--3-|
    /// scan(0, +)  --1---3--6-|
    /// ```
    @inlinable
    public func scan<Result>(
        _ initial: Result, _ next: @escaping (Result, Value) -> Result
    ) -> Signal<Result, Failure> {
        Signal<Result, Failure>(above: operatorPath) { sink in
            let result = Accumulator(initial)
            subscribe(
                sink.lift { value in
                    let (former, current) = result.update { next($0, value) }
                    sink.send(current)
                    withExtendedLifetime(former) {}
                })
        }
    }

    /// Combines the values by `update` in place, and sends the result after each value.
    @inlinable
    public func scan<Result>(
        into initial: Result, _ update: @escaping (inout Result, Value) -> Void
    ) -> Signal<Result, Failure> {
        Signal<Result, Failure>(above: operatorPath) { sink in
            let result = Accumulator(initial)
            subscribe(
                sink.lift { value in
                    update(&result.content, value)
                    sink.send(result.content)
                })
        }
    }

    /// Sends each value with its number, from zero.
    ///
    /// ```
    /// self        --a------b------c---|
    /// enumerated  --(0,a)--(1,b)--(2,c)|
    /// ```
    @inlinable
    public func enumerated() -> Signal<(offset: Int, value: Value), Failure> {
        Signal<(offset: Int, value: Value), Failure>(above: operatorPath) { sink in
            let count = Cell(0)
            subscribe(
                sink.lift { value in
                    let offset = count.content
                    count.content += 1
                    sink.send((offset, value))
                })
        }
    }

    /// Sends each value with the one before it, from the second value on.
    ///
    /// ```
    /// self             --a--b------c---|
    /// combinePrevious  -----(a,b)--(b,c)|
    /// ```
    @inlinable
    public func combinePrevious() -> Signal<(previous: Value, current: Value), Failure> {
        Signal<(previous: Value, current: Value), Failure>(above: operatorPath) { sink in
            let last = Cell<Value?>(nil)
            subscribe(
                sink.lift { value in
                    let previous = last.content
                    last.content = value
                    if let previous { sink.send((previous, value)) }
                })
        }
    }
}
