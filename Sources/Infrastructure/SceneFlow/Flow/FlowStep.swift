/// The next step of a flow: another scene, or its end.
public enum FlowStep<Scene: SceneIdentifier, Output> {
    /// Enters a scene, on top of the trace.
    case to(Scene)
    /// Returns to the scene before the active one.
    case back
    /// Returns to the latest earlier visit of a scene.
    case backTo(Scene)
    /// Ends the flow with its result.
    case finish(Output)
    /// Ends the flow without a result.
    case cancel
    /// Ends the flow with an error.
    case fail(any Error)
}

extension FlowStep where Output == Never {
    /// The same step, for a flow with a result.
    func of<Result>(_ type: Result.Type) -> FlowStep<Scene, Result> {
        switch self {
        case .to(let scene): .to(scene)
        case .back: .back
        case .backTo(let scene): .backTo(scene)
        case .cancel: .cancel
        case .fail(let error): .fail(error)
        }
    }
}
