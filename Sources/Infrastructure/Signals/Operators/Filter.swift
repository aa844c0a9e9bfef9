extension Signal {
    /// Sends the values for which `isIncluded` returns `true`.
    ///
    /// ```
    /// self               --1---2--3-|
    /// filter { $0 > 1 }  ------2--3-|
    /// ```
    @inlinable
    public func filter(_ isIncluded: @escaping (Value) -> Bool) -> Signal {
        Signal(above: operatorPath) { sink in
            @inline(__always)
            func pass(_ value: Value) { if isIncluded(value) { sink.send(value) } }
            subscribe(sink.lift(pass))
        }
    }

    /// Sends the terminal event without the values.
    ///
    /// ```
    /// self          --1---2--3-|
    /// ignoreValues  -----------|
    /// ```
    @inlinable
    public func ignoreValues<Other>(
        as type: Other.Type = Other.self
    ) -> Signal<Other, Failure> {
        Signal<Other, Failure>(above: operatorPath) { sink in
            subscribe(sink.lift { _ in })
        }
    }
}
