/// The next step of a flow: another scene, or its end.
public enum FlowStep<Scene: SceneIdentifier, Output> {
    /// Enters a scene.
    case to(Scene)
    /// Ends the flow with its result.
    case finish(Output)
    /// Ends the flow with an error.
    case fail(any Error)
}
