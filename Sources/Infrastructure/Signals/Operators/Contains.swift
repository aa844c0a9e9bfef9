extension Signal {
    /// Whether a value fits: `true` at the first that does, `false` when the signal completes without one.
    ///
    /// ```
    /// self                       --1---2--3-|
    /// contains(where: { $0 > 1}) ------true|
    /// contains(where: { $0 > 9}) -----------false|
    /// ```
    ///
    /// A failure before the first value that fits passes.
    @inlinable
    public func contains(where fits: @escaping (Value) -> Bool) -> Signal<Bool, Failure> {
        first(where: fits).map { _ in true }.defaultIfEmpty(false)
    }
}

extension Signal where Value: Equatable {
    /// Whether the signal sends `value`: `true` as soon as it does, `false` when it completes without it.
    @inlinable
    public func contains(_ value: Value) -> Signal<Bool, Failure> {
        contains { $0 == value }
    }
}
