/// A current value and its changes, read only.
///
/// A service publishes its state as a property, and keeps the `MutableProperty` behind it private:
///
/// ```swift
/// let name = MutableProperty("Ada")
/// let greeting = name.property.map { "Hello \($0)" }
/// greeting.signal.observe { print($0) }     // prints "Hello Ada"
/// name.value = "Grace"                      // prints "Hello Grace"
/// ```
///
/// Use it for state, of which only the latest value matters. For events, each of which matters, use
/// a `Subject` or another signal: a late observer of a property receives the current value only. A
/// change is sent even if the value is equal; `signal.distinctUntilChanged()` omits such changes.
///
/// A property belongs to the scheduler of its source, where it is read and delivers its changes. A
/// derived property keeps no copy and no subscription: it computes its value from its source at
/// each read, and once for each change and observer.
public final class Property<Value> {
    private let read: () -> Value

    /// The current value at subscription, then every change.
    public let signal: Signal<Value, Never>

    init(read: @escaping () -> Value, signal: Signal<Value, Never>) {
        self.read = read
        self.signal = signal
    }

    /// Creates a property that never changes.
    public convenience init(constant value: Value) {
        self.init(read: { value }, signal: .just(value))
    }

    /// The current value.
    public var value: Value { read() }

    /// The changes after the subscription, without the current value.
    public var changes: Signal<Value, Never> { signal.skip(1) }

    /// Returns the property whose value is made from this one's at each read and each change.
    public func map<Other>(_ transform: @escaping (Value) -> Other) -> Property<Other> {
        Property<Other>(read: { [read] in transform(read()) }, signal: signal.map(transform))
    }

    /// Returns the property of both values.
    public func combineLatest<Other>(with other: Property<Other>) -> Property<(Value, Other)> {
        Property<(Value, Other)>(
            read: { [read] in (read(), other.value) },
            signal: signal.combineLatest(with: other.signal))
    }

    /// Returns the property that `transform` selects for the current value of this one.
    ///
    /// A change of this property switches to another one.
    ///
    /// ```swift
    /// let title = selectedAlbum.flatMap { album in album.title }   // Property<String>
    /// ```
    ///
    /// `transform` runs at each read and at each change, so it should return an existing property
    /// instead of building a new one. The signal keeps the selected property until the next switch.
    /// It completes when the signals of both properties have completed.
    public func flatMap<Other>(
        _ transform: @escaping (Value) -> Property<Other>
    ) -> Property<Other> {
        Property<Other>(
            read: { [read] in transform(read()).value },
            signal: signal.flatMap(.latest) { value in
                let selected = transform(value)
                return selected.signal.on(disposed: { withExtendedLifetime(selected) {} })
            })
    }
}
