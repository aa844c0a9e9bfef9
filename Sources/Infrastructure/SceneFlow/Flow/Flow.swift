/// The description of a flow: a table of scenes that share a state and lead to a result.
///
/// A row of the table has the function that makes a scene, and the step that follows each of its
/// exits. To insert or reorder scenes, edit the table: no scene refers to another one.
///
/// ```swift
/// enum LoginScene: SceneIdentifier { case name, confirm }
///
/// let login = Flow("login", LoginScene.self, LoginState(), entry: .name, output: Account.self)
///     .scene(.name, next: .to(.confirm)) { NameScene(name: $0.part(\.name), host: host) }
///     .scene(.confirm) {
///         ConfirmScene(name: $0.reading(\.name), host: host)
///     } next: { exit, state in
///         switch exit {
///         case .yes: .finish(Account(name: state.name))
///         case .no: .backTo(.name)
///         }
///     }
///     .with(FlowDeadline(after: .seconds(300), home: home))
///
/// let account = try await executor.run(login, in: home).get()
/// ```
///
/// A flow is a value: it can run any number of times, also concurrently. Each run has its own
/// scenes, extensions, state and bus. A `FlowExecutor` runs it.
public struct Flow<Scene: SceneIdentifier, State: Sendable, Output> {
    /// The name, for messages and for the saved state.
    public let name: String
    let entry: Scene
    private(set) var state: State
    private(set) var rows: [Scene: FlowRow<Scene, State, Output>] = [:]
    private(set) var extensions: [FlowExtensionRow<Scene, State>] = []
    private(set) var events: [any FlowEvent.Type] = []
    /// The visits with which the flow begins; more than one after a resumption.
    private(set) var trace: [Scene]
    private var repeatedRows: [Scene] = []

    /// Creates a flow without rows.
    ///
    /// - Parameters:
    ///   - name: the name, for messages and for the saved state.
    ///   - scenes: the identifiers of the scenes.
    ///   - state: the shared state at the beginning.
    ///   - entry: the first scene.
    ///   - output: the type of the result.
    public init(
        _ name: String, _ scenes: Scene.Type, _ state: State, entry: Scene, output: Output.Type
    ) {
        self.name = name
        self.entry = entry
        self.state = state
        trace = [entry]
    }

    /// Adds the row of a scene.
    ///
    /// - Parameters:
    ///   - id: the scene.
    ///   - needs: the secrets that this scene, or a later one, requires. A saved state has no
    ///     secrets, so a resumed flow returns to a scene before this one. A transit to the scene
    ///     without them fails the flow.
    ///   - make: makes the scene at the first transit to it. An error that it throws ends the flow.
    ///   - next: the step that follows an exit; a pure function of the exit and the state.
    public func scene<Made: FlowScene, each Need>(
        _ id: Scene, needs: repeat KeyPath<State, UnsavedSecret<each Need>>,
        making make: @escaping (FlowParts<State>) throws -> Made,
        next: @escaping (Made.Exit, State) -> FlowStep<Scene, Output>
    ) -> Flow {
        var checks: [(State) -> Bool] = []
        repeat checks.append(Self.isPresent(each needs))
        var flow = self
        let former = flow.rows.updateValue(FlowRow(needs: checks, make, next: next), forKey: id)
        if former != nil { flow.repeatedRows.append(id) }
        return flow
    }

    // Not a closure in the repetition of the pack: Swift 6.3 has miscompiled such closures.
    private static func isPresent<Need>(
        _ need: KeyPath<State, UnsavedSecret<Need>>
    ) -> (State) -> Bool {
        { $0[keyPath: need].isPresent }
    }

    /// Adds the row of a scene with one exit.
    ///
    /// - Parameters:
    ///   - id: the scene.
    ///   - needs: the secrets without which the scene cannot begin.
    ///   - next: the step that follows the exit.
    ///   - make: makes the scene at the first transit to it. An error that it throws ends the flow.
    public func scene<Made: FlowScene, each Need>(
        _ id: Scene, needs: repeat KeyPath<State, UnsavedSecret<each Need>>,
        next: FlowStep<Scene, Output>,
        making make: @escaping (FlowParts<State>) throws -> Made
    ) -> Flow where Made.Exit == Void {
        scene(id, needs: repeat each needs, making: make, next: { _, _ in next })
    }

    /// Adds an extension, after those that were added before.
    ///
    /// - Parameter make: evaluated for each run of the flow.
    public func with<Added: FlowExtension>(
        _ make: @autoclosure @escaping () -> Added
    ) -> Flow where Added.Scene == Scene, Added.State == State {
        var flow = self
        flow.extensions.append(FlowExtensionRow(type: Added.self, make: make))
        flow.events += Added.events
        return flow
    }

    /// Declares events of the flow's bus.
    public func events(_ types: any FlowEvent.Type...) -> Flow {
        var flow = self
        flow.events += types
        return flow
    }

    /// Returns the flow with another state and another trace to begin with.
    func beginning(with state: State, at trace: [Scene]) -> Flow {
        var flow = self
        flow.state = state
        flow.trace = trace
        return flow
    }

    /// The faults of the table, each in words; empty for a flow that can run.
    var faults: [String] {
        let missing = Scene.allCases.filter { rows[$0] == nil }
        var seen: Set<ObjectIdentifier> = []
        let repeated = extensions.filter { !seen.insert(ObjectIdentifier($0.type)).inserted }
        return missing.map { "the scene '\($0)' has no row" }
            + repeatedRows.map { "the scene '\($0)' has two rows" }
            + repeated.map { "the extension \($0.type) was added twice" }
    }
}
