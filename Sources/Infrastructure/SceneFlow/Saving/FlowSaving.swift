/// Saves a flow after each transit and each change of its state, so that it survives its process.
///
/// ```swift
/// login.with(FlowSaving { file.write($0) } ended: { _ in file.remove() })
/// ```
///
/// `Flow.resuming(_:)` continues from the saved value.
public final class FlowSaving<Scene: SceneIdentifier & Codable, State: Sendable & Codable>:
    FlowExtension
{
    // not @Schedulable: confined to the scheduler of its flow
    private let write: (SavedFlow<Scene, State>) -> Void
    private let ended: (FlowEnd) -> Void
    private var flow: FlowControl<Scene, State>?

    /// Creates an extension that passes each state to `write`, and the end to `ended`.
    public init(
        _ write: @escaping (SavedFlow<Scene, State>) -> Void,
        ended: @escaping (FlowEnd) -> Void
    ) {
        self.write = write
        self.ended = ended
    }

    /// Keeps the access to the flow.
    public func mounted(in flow: FlowControl<Scene, State>) { self.flow = flow }

    /// Saves the flow.
    public func didTransit(_ transit: Transit<Scene>) { save() }

    /// Saves the flow, if it has an active scene.
    public func stateChanged(_ part: PartialKeyPath<State>) { save() }

    /// Reports the end; later changes, such as those of the scene that is left, are not saved.
    public func willEnd(_ end: FlowEnd) {
        flow = nil
        ended(end)
    }

    private func save() {
        guard let flow, !flow.trace.isEmpty else { return }
        write(SavedFlow(flow: flow.name, trace: flow.trace, state: flow.state))
    }
}
