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
                    sink.forward(value, releasing: previous)
                })
        }
    }
}

extension Signal where Value: Equatable {
    /// Sends the values that differ from the one before them.
    @inlinable
    public func distinctUntilChanged() -> Signal { distinctUntilChanged(by: ==) }
}
