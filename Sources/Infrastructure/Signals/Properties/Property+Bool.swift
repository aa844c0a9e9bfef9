extension Property where Value == Bool {
    /// Whether this property and `other` are both true.
    ///
    /// ```swift
    /// let canSync = isOnline.and(isBusy.not())
    /// ```
    ///
    /// Sends a value at each change of either, also when the result stays the same; `signal.distinctUntilChanged()` removes these.
    public func and(_ other: Property<Bool>) -> Property<Bool> {
        combineLatest(with: other).map { $0 && $1 }
    }

    /// Whether this property, `other`, or both are true.
    ///
    /// Sends a value at each change of either, also when the result stays the same.
    public func or(_ other: Property<Bool>) -> Property<Bool> {
        combineLatest(with: other).map { $0 || $1 }
    }

    /// Whether this property is false.
    public func not() -> Property<Bool> {
        map { !$0 }
    }
}
