public import Signals

/// The shared state and the bus of a flow, for the functions of its table that make the scenes.
public struct FlowParts<State: Sendable> {
    let shared: FlowState<State>
    /// The bus of the flow.
    public let bus: FlowBus

    /// Returns a part of the state, for a scene that changes it.
    public func part<Value>(_ path: WritableKeyPath<State, Value>) -> ScenePart<Value> {
        shared.part(path)
    }

    /// Returns a part of the state, for a scene that only reads it.
    public func reading<Value>(_ path: KeyPath<State, Value>) -> Property<Value> {
        shared.property.property.map { $0[keyPath: path] }
    }
}
