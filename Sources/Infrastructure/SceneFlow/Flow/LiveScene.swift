/// A scene of a running flow, without its type.
struct LiveScene {
    let enter: () -> Void
    let leave: () -> Void
    let refuse: (TransitRefusal) -> Void

    /// - Parameter onExit: called with each exit of the visit in progress.
    init<Made: FlowScene>(_ scene: Made, onExit: @escaping (SceneExit<Made.Exit>) -> Void) {
        var visit: SceneVisit<Made.Exit>?
        enter = {
            let begun = SceneVisit(onExit)
            visit = begun
            scene.entered(begun)
        }
        leave = {
            visit?.end()
            visit = nil
            scene.left()
        }
        refuse = { scene.refused($0) }
    }
}
