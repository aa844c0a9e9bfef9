/// The shared state of a running flow, for the functions of its table that make the scenes.
public final class FlowParts<State: Sendable> {  // not @Schedulable: confined like its flow
    private(set) var state: State

    init(_ state: State) { self.state = state }

    /// Returns a part of the state, for a scene that reads and changes it.
    public func part<Value>(_ path: WritableKeyPath<State, Value>) -> ScenePart<Value> {
        ScenePart { [self] in
            state[keyPath: path]
        } change: { [self] change in
            change(&state[keyPath: path])
        }
    }
}
