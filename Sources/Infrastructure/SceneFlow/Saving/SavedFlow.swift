/// The state of a flow that was saved without its secrets, from which the flow can be resumed.
///
/// Any encoder can write it. `FlowSaving` makes one after each change.
public struct SavedFlow<Scene: SceneIdentifier & Codable, State: Sendable & Codable>: Codable,
    Sendable
{
    /// The name of the flow.
    public let flow: String
    /// The visits to which the flow can return; the last one was active.
    public let trace: [Scene]
    /// The shared state.
    public let state: State
}

extension Flow where Scene: Codable, State: Codable {
    /// Returns a flow that continues from a saved state.
    ///
    /// It begins at the scene that was active, or at the latest one before it whose needs are met,
    /// because secrets were not saved. Scenes whose needs are not met are no longer in the trace.
    /// The others are made when the flow returns to them.
    ///
    /// - Throws: `FlowError` with the code `savedElsewhere` if another flow was saved.
    public func resuming(_ saved: SavedFlow<Scene, State>) throws(FlowError) -> Flow {
        guard saved.flow == name else {
            throw FlowError(
                .savedElsewhere, "the saved flow '\(saved.flow)' cannot continue as '\(name)'")
        }
        let trace = saved.trace.filter { rows[$0]?.canBegin(with: saved.state) ?? true }
        return beginning(with: saved.state, at: trace.isEmpty ? [entry] : trace)
    }
}
