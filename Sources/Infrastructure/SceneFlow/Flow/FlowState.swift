import Signals

/// The shared state of a running flow, and the order in which its changes are reported.
final class FlowState<State: Sendable> {
    let property: MutableProperty<State>
    /// Called with each part that has changed, in order; cleared at the end of the flow.
    var onChange: ((PartialKeyPath<State>) -> Void)?
    private var changed: [PartialKeyPath<State>] = []
    private var isReporting = false

    init(_ state: State) { property = MutableProperty(state) }

    func part<Value>(_ path: WritableKeyPath<State, Value>) -> ScenePart<Value> {
        ScenePart(property.property.map { $0[keyPath: path] }) { [self] change in
            property.modify { change(&$0[keyPath: path]) }
            report(path)
        }
    }

    /// Reports a change, after the changes whose reports are in progress.
    private func report(_ path: PartialKeyPath<State>) {
        changed.append(path)
        guard !isReporting else { return }
        isReporting = true
        while !changed.isEmpty { onChange?(changed.removeFirst()) }
        isReporting = false
    }
}
