extension Property where Value == Bool {
    /// Returns the property that is true when this property and `other` are both true.
    ///
    /// ```swift
    /// let canSync = isOnline.and(isBusy.not())
    /// ```
    ///
    /// It sends a value at each change of either, even if the result stays the same;
    /// `signal.distinctUntilChanged()` removes repetitions.
    public func and(_ other: Property<Bool>) -> Property<Bool> {
        combineLatest(with: other).map { $0 && $1 }
    }

    /// Returns the property that is true when this property, `other`, or both are true.
    ///
    /// It sends a value at each change of either, even if the result stays the same.
    public func or(_ other: Property<Bool>) -> Property<Bool> {
        combineLatest(with: other).map { $0 || $1 }
    }

    /// Returns the property that is true when this property is false.
    public func not() -> Property<Bool> {
        map { !$0 }
    }
}
