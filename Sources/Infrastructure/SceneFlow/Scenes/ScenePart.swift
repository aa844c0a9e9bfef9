/// A part of a flow's shared state, for a scene that reads and changes it.
///
/// It has the type of the part, and not that of the state, so flows with different states can use
/// the same scene.
public struct ScenePart<Value> {
    private let read: () -> Value
    private let change: ((inout Value) -> Void) -> Void

    init(read: @escaping () -> Value, change: @escaping ((inout Value) -> Void) -> Void) {
        self.read = read
        self.change = change
    }

    /// The current value.
    public var value: Value {
        get { read() }
        nonmutating set { change { $0 = newValue } }
    }

    /// Changes the value in place.
    public func modify(_ change: (inout Value) -> Void) { self.change(change) }
}
