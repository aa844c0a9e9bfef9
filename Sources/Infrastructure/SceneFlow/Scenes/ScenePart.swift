public import Signals

/// A part of a flow's shared state, for a scene that reads and changes it.
///
/// It has the type of the part, and not that of the state, so flows with different states can use
/// the same scene. The value changes at once; observers receive the change after the delivery in
/// progress.
public struct ScenePart<Value> {
    private let property: Property<Value>
    private let change: ((inout Value) -> Void) -> Void

    init(_ property: Property<Value>, _ change: @escaping ((inout Value) -> Void) -> Void) {
        self.property = property
        self.change = change
    }

    /// The current value.
    public var value: Value {
        get { property.value }
        nonmutating set { change { $0 = newValue } }
    }

    /// Changes the value in place, with one notification.
    public func modify(_ change: (inout Value) -> Void) { self.change(change) }
}

extension ScenePart where Value: Equatable {
    /// The current value, then each value that differs from the one before it.
    public var signal: Signal<Value, Never> { property.signal.distinctUntilChanged() }
}
