import Signals

/// A row of a flow's table: how to make a scene, and where its exits lead.
struct FlowRow<Scene: SceneIdentifier, State: Sendable, Output> {
    /// The step that a scene causes, which is determined when it is taken.
    typealias Take = (@escaping () -> FlowStep<Scene, Output>) -> Void

    private let needs: [(State) -> Bool]
    let make: (FlowParts<State>, @escaping Take) throws -> LiveScene

    init<Made: FlowScene>(
        needs: [(State) -> Bool], _ make: @escaping (FlowParts<State>) throws -> Made,
        next: @escaping (Made.Exit, State) -> FlowStep<Scene, Output>
    ) {
        self.needs = needs
        self.make = { parts, take in
            LiveScene(try make(parts)) { exit in
                take {
                    switch exit {
                    case .exit(let exit): next(exit, parts.shared.property.value)
                    case .back: .back
                    case .cancel: .cancel
                    case .fail(let error): .fail(error)
                    }
                }
            }
        }
    }

    /// Whether `state` has the secrets that the scene needs.
    func canBegin(with state: State) -> Bool { needs.allSatisfy { $0(state) } }
}

/// An extension of a flow's table.
struct FlowExtensionRow<Scene: SceneIdentifier, State: Sendable> {
    let type: Any.Type
    let make: () -> any FlowExtension<Scene, State>
}
