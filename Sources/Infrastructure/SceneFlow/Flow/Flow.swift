public import Scheduling
import Signals

/// The description of a flow: a table of scenes that share a state and lead to a result.
///
/// A row of the table has the function that makes a scene, and the step that follows each of its
/// exits. To insert or reorder scenes, edit the table: no scene refers to another one.
///
/// ```swift
/// enum LoginScene: SceneIdentifier { case name, confirm }
///
/// let login = Flow(LoginScene.self, LoginState(), entry: .name, output: Account.self)
///     .scene(.name) { NameScene(name: $0.part(\.name), host: host) } next: { _, _ in
///         .to(.confirm)
///     }
///     .scene(.confirm) {
///         ConfirmScene(name: $0.part(\.name), host: host)
///     } next: { exit, state in
///         switch exit {
///         case .yes: .finish(Account(name: state.name))
///         case .no: .to(.name)
///         }
///     }
///
/// let account = try await login.run(in: home)
/// ```
///
/// A flow is a value: it can run any number of times, also concurrently. Each run has its own
/// scenes and its own state.
public struct Flow<Scene: SceneIdentifier, State: Sendable, Output: Sendable> {
    typealias Step = FlowStep<Scene, Output>
    /// Begins a visit, whose step is passed to the argument, and returns its end.
    typealias Enter = (@escaping (Step) -> Void) -> () -> Void

    let entry: Scene
    let state: State
    /// Each makes a scene.
    private(set) var rows: [Scene: (FlowParts<State>) throws -> Enter] = [:]

    /// Creates a flow without rows.
    ///
    /// - Parameters:
    ///   - scenes: the identifiers of the scenes.
    ///   - state: the shared state at the beginning.
    ///   - entry: the first scene.
    ///   - output: the type of the result.
    public init(_ scenes: Scene.Type, _ state: State, entry: Scene, output: Output.Type) {
        self.entry = entry
        self.state = state
    }

    /// Adds the row of a scene, in place of an earlier one.
    ///
    /// - Parameters:
    ///   - id: the scene.
    ///   - make: makes the scene at the first transit to it. An error that it throws ends the flow.
    ///   - next: the step that follows an exit; a pure function of the exit and the state.
    public func scene<Made: FlowScene>(
        _ id: Scene, making make: @escaping (FlowParts<State>) throws -> Made,
        next: @escaping (Made.Exit, State) -> FlowStep<Scene, Output>
    ) -> Flow {
        var flow = self
        flow.rows[id] = { parts in
            let scene = try make(parts)
            return { take in
                let visit = SceneVisit<Made.Exit> { result in
                    switch result {
                    case .success(let exit): take(next(exit, parts.state))
                    case .failure(let error): take(.fail(error))
                    }
                }
                scene.entered(visit)
                return visit.end
            }
        }
        return flow
    }

    /// Runs the flow to its result, from a task or an actor that is pinned to the scheduler.
    ///
    /// After the end, none of the flow's objects is left, unless a caller keeps one.
    ///
    /// - Parameter home: the caller's scheduler, to which the scenes belong.
    /// - Throws: the error of a scene; `CancellationError` when the task is cancelled, which ends
    ///   the visit; a `FlowError` for a table without a row for each scene.
    public func run(
        in home: SchedulerIsolation, isolation: isolated (any Actor)? = #isolation
    ) async throws -> Output {
        let missing = Scene.allCases.filter { rows[$0] == nil }.map { "'\($0)'" }
        guard missing.isEmpty else {
            throw FlowError(
                .invalidTable, "the flow has no row for: " + missing.joined(separator: ", "))
        }
        let run = FlowRun(self)
        run.start()
        defer { run.cancel() }
        guard let result = await run.end.first(in: home) else { throw CancellationError() }
        return try result.get()
    }
}
