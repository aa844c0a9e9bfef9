extension Signal {
    /// Sends whether a value matches: `true` at the first match, or `false` at the completion.
    ///
    /// ```
    /// self                       --1---2--3-|
    /// contains(where: { $0 > 1}) ------true|
    /// contains(where: { $0 > 9}) -----------false|
    /// ```
    ///
    /// A failure before the first match is passed on.
    @inlinable
    public func contains(where predicate: @escaping (Value) -> Bool) -> Signal<Bool, Failure> {
        first(where: predicate).map { _ in true }.defaultIfEmpty(false)
    }
}

extension Signal where Value: Equatable {
    /// Sends `true` as soon as this signal sends `value`, or `false` at its completion.
    @inlinable
    public func contains(_ value: Value) -> Signal<Bool, Failure> {
        contains { $0 == value }
    }
}
