extension Signal {
    /// Sends the values after the first `count`.
    ///
    /// ```
    /// self     --1---2--3-|
    /// skip(2)  ---------3-|
    /// ```
    @inlinable
    public func skip(_ count: Int) -> Signal {
        Signal(above: operatorPath) { sink in
            let missing = Cell(count)
            subscribe(
                sink.lift { value in
                    if missing.content > 0 { missing.content -= 1 } else { sink.send(value) }
                })
        }
    }

    /// Sends the values from the first one for which `predicate` returns `false`.
    ///
    /// ```
    /// self                  --1---2--3--1-|
    /// skipWhile { $0 < 3 }  ---------3--1-|
    /// ```
    @inlinable
    public func skipWhile(_ predicate: @escaping (Value) -> Bool) -> Signal {
        Signal(above: operatorPath) { sink in
            let isOpen = Cell(false)
            subscribe(
                sink.lift { value in
                    if !isOpen.content { isOpen.content = !predicate(value) }
                    if isOpen.content { sink.send(value) }
                })
        }
    }
}
