public import Scheduling

/// A current value that can be set, and its changes; `property` is the read-only view of it.
///
/// ```
/// property  0  --1--2-----3--|
/// early     0--1--2-----3--|
/// late              2---3--|
/// ```
///
/// Setting it from within a delivery changes `value` at once and delivers the change after the
/// delivery in progress. Its signal completes when the property is released.
///
/// A property that was made on a scheduler belongs there: a debug build reports its use on another
/// one. Its subscriptions complete there, wherever its last reference is released.
public final class MutableProperty<Value> {
    @usableFromInline let storage: Storage
    @usableFromInline let observerList = ObserverList<Value, Never>()

    /// Creates a property with the initial value `value`.
    @inlinable
    public init(_ value: Value) {
        storage = Storage(value)
    }

    deinit {
        observerList.onHomeScheduler { $0.end(.completed) }
    }

    /// The current value; setting it notifies the observers, even if the value is equal.
    @inlinable
    public var value: Value {
        get {
            observerList.pin.check(MutableProperty.self, .value, "value")
            return storage.current
        }
        set {
            observerList.pin.check(MutableProperty.self, .write, "value")
            // Released after the delivery: its deinit may set the property.
            let former = storage.current
            storage.content = newValue
            observerList.send(newValue)
            withExtendedLifetime(former) {}
        }
    }

    /// Changes the value in place, without a copy, and notifies the observers once.
    ///
    /// If `change` throws, the changes made so far stay. Traps when `change` reads or sets the
    /// property itself.
    @inlinable
    public func modify<Result, Failure: Error>(
        _ change: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        observerList.pin.check(MutableProperty.self, .write, "value")
        defer { observerList.send(storage.content) }
        return try storage.modify(change)
    }

    /// The current value at subscription, then every change.
    @inlinable
    public var signal: Signal<Value, Never> {
        Signal(above: nil) { [storage, observerList] sink in
            observerList.pin.check(MutableProperty.self, .signal, "signal")
            observerList.add(sink, beginningWith: CollectionOfOne(storage.current))
        }
    }

    /// The read-only view.
    public var property: Property<Value> {
        let read = { [storage, observerList] in
            observerList.pin.check(MutableProperty.self, .value, "value")
            return storage.current
        }
        return Property(read: read, signal: signal)
    }

    /// Holds the value outside of the property, so that its signal does not keep the property.
    @usableFromInline
    final class Storage {
        // unsafe, @exclusivity(unchecked): confined; `isChanging` excludes conflicts
        @exclusivity(unchecked) @usableFromInline var content: Value
        @exclusivity(unchecked) @usableFromInline var isChanging = false

        @inlinable
        init(_ content: Value) { self.content = content }

        /// The value; traps while it is changed in place.
        @inlinable
        var current: Value {
            precondition(!isChanging, "a property was used by the closure that modifies it")
            return content
        }

        @inlinable
        func modify<Result, Failure: Error>(
            _ change: (inout Value) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            precondition(!isChanging, "a property was used by the closure that modifies it")
            isChanging = true
            defer { isChanging = false }
            return try change(&content)
        }
    }
}
