extension Signal {
    /// Sends the values that differ from the one before them.
    ///
    /// ```
    /// self                  --1--1--2--2--1--|
    /// distinctUntilChanged  --1-----2-----1--|
    /// ```
    @inlinable
    public func distinctUntilChanged(
        by areEqual: @escaping (Value, Value) -> Bool
    ) -> Signal {
        Signal(above: operatorPath) { sink in
            let last = Cell<Value?>(nil)
            subscribe(
                sink.lift { value in
                    let previous = last.content
                    if let previous, areEqual(previous, value) { return }
                    last.content = value
                    sink.send(value)
                    withExtendedLifetime(previous) {}
                })
        }
    }
}

extension Signal {
    /// Sends the parts of the values that differ from the part before them.
    ///
    /// It sends the same as `map(_:)` and `distinctUntilChanged(by:)`, at the cost of one operator.
    @inlinable
    package func changes<Part>(
        of part: @escaping (Value) -> Part, by areEqual: @escaping (Part, Part) -> Bool
    ) -> Signal<Part, Failure> {
        Signal<Part, Failure>(above: operatorPath) { sink in
            let last = Cell<Part?>(nil)
            subscribe(
                sink.lift { value in
                    let next = part(value)
                    let previous = last.content
                    if let previous, areEqual(previous, next) { return }
                    last.content = next
                    sink.send(next)
                    withExtendedLifetime(previous) {}
                })
        }
    }
}

extension Signal where Value: Equatable {
    /// Sends the values that differ from the one before them.
    @inlinable
    public func distinctUntilChanged() -> Signal { distinctUntilChanged(by: ==) }
}
