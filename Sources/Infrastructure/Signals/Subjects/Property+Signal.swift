extension Property {
    /// Creates a property with the latest value of `changes`, or `initial` before its first.
    ///
    /// It subscribes to `changes` at once, until the property is released.
    public convenience init(initial: Value, then changes: Signal<Value, Never>) {
        let storage = MutableProperty(initial)
        let owner = Disposable()
        changes.observe(within: owner, { [weak storage] in storage?.value = $0 })
        self.init(
            read: { withExtendedLifetime(owner) { storage.value } }, signal: storage.signal)
    }
}
