import Scheduling

/// A current value that can be set, and its changes.
///
/// ```
/// property  0  --1--2-----3--|
/// early     0--1--2-----3--|
/// late              2---3--|
/// ```
///
/// Setting it from within a delivery changes `value` at once and delivers the change after the
/// delivery under way. Its signal completes when the property is released.
///
/// A property that was made on a scheduler belongs there: a debug build stops whoever uses it elsewhere.
public final class MutableProperty<Value> {
    private let storage: Cell<Value>
    private let hub = Hub<Value, Never>()

    /// A property that begins with `value`.
    public init(_ value: Value) {
        storage = Cell(value)
    }

    deinit {
        hub.end(.completed)
    }

    /// The current value; setting it tells the observers, also when it is the same.
    public var value: Value {
        get {
            hub.pin.check(MutableProperty.self, .value, "value")
            return storage.content
        }
        set {
            hub.pin.check(MutableProperty.self, .write, "value")
            storage.content = newValue
            hub.send(newValue)
        }
    }

    /// Changes the value in place, and tells the observers once.
    public func modify<Result, Failure: Error>(
        _ change: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var changed = value
        let result = try change(&changed)
        value = changed
        return result
    }

    /// The current value at subscription, then every change.
    public var signal: Signal<Value, Never> {
        Signal(above: nil) { [storage, hub] sink in
            hub.pin.check(MutableProperty.self, .signal, "signal")
            hub.add(sink, beginningWith: CollectionOfOne(storage.content))
        }
    }

    /// The read-only view.
    public var property: Property<Value> {
        let read = { [storage, hub] in
            hub.pin.check(MutableProperty.self, .value, "value")
            return storage.content
        }
        return Property(read: read, signal: signal)
    }
}
