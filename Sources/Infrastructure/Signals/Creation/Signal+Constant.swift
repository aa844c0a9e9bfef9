extension Signal {
    /// Sends one value and completes.
    ///
    /// ```
    /// just(1)   1|
    /// ```
    @inlinable
    public static func just(_ value: Value) -> Signal {
        Signal(above: nil) { sink in
            sink.send(value)
            sink.end(.completed)
        }
    }

    /// Completes at once.
    ///
    /// ```
    /// empty   |
    /// ```
    @inlinable
    public static var empty: Signal {
        Signal(above: nil) { $0.end(.completed) }
    }

    /// Sends nothing and does not end.
    ///
    /// ```
    /// never   ------
    /// ```
    @inlinable
    public static var never: Signal {
        Signal(above: nil) { _ in }
    }

    /// Fails at once.
    ///
    /// ```
    /// fail(e)   x
    /// ```
    @inlinable
    public static func fail(_ error: Failure) -> Signal {
        Signal(above: nil) { $0.end(.failed(error)) }
    }

    /// Sends the value of a result, or fails with its error.
    @inlinable
    public static func result(_ result: Result<Value, Failure>) -> Signal {
        switch result {
        case .success(let value): just(value)
        case .failure(let error): fail(error)
        }
    }
}
