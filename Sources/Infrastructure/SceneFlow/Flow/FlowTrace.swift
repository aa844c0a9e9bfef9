/// The visits of a flow that `back` can return to, as a stack; the last one is active.
struct FlowTrace<Scene: SceneIdentifier> {
    private(set) var scenes: [Scene]

    var active: Scene? { scenes.last }

    /// Returns the trace with a further visit, also of a scene that it contains.
    func visiting(_ scene: Scene) -> FlowTrace { FlowTrace(scenes: scenes + [scene]) }

    /// Returns the trace without the active visit; `nil` if no earlier one exists.
    func goingBack() -> FlowTrace? {
        scenes.count < 2 ? nil : FlowTrace(scenes: scenes.dropLast())
    }

    /// Returns the trace up to the latest earlier visit of `scene`; `nil` if none exists.
    func goingBack(to scene: Scene) -> FlowTrace? {
        scenes.dropLast().lastIndex(of: scene).map { FlowTrace(scenes: Array(scenes[...$0])) }
    }
}
