import Signals

/// One run of a flow, from its entry to its end.
final class FlowRun<Scene: SceneIdentifier, State: Sendable, Output: Sendable> {
    // not @Schedulable: confined to the scheduler of its caller
    private typealias Step = FlowStep<Scene, Output>

    private let flow: Flow<Scene, State, Output>
    private let parts: FlowParts<State>
    private var scenes: [Scene: Flow<Scene, State, Output>.Enter] = [:]
    /// Ends the visit in progress.
    private var leave: (() -> Void)?
    /// The step that follows the visit.
    private var next: Step?
    private var isStepping = false
    private let outcome = Subject<Result<Output, any Error>, Never>(replaying: 1)

    init(_ flow: Flow<Scene, State, Output>) {
        self.flow = flow
        parts = FlowParts(flow.state)
    }

    /// Sends the result, at once if the flow has ended.
    var end: Signal<Result<Output, any Error>, Never> { outcome.signal }

    /// Begins the flow; it may have ended when this returns.
    func start() { take(.to(flow.entry)) }

    /// Ends the visit in progress, if there is one.
    func cancel() {
        leave.take()?()
        scenes = [:]
    }

    /// Takes a step; one that a scene requests during a step follows after it.
    private func take(_ step: Step) {
        next = step
        guard !isStepping else { return }
        isStepping = true
        while let step = next.take() { perform(step) }
        isStepping = false
    }

    private func perform(_ step: Step) {
        switch step {
        case .to(let scene):
            do {
                leave = try enter(scene) { [weak self] in self?.take($0) }
            } catch {
                finish(.failure(error))
            }
        case .finish(let output): finish(.success(output))
        case .fail(let error): finish(.failure(error))
        }
    }

    private func enter(_ id: Scene, _ take: @escaping (Step) -> Void) throws -> () -> Void {
        if let enter = scenes[id] { return enter(take) }
        guard let row = flow.rows[id] else {
            throw FlowError(.invalidTable, "the flow has no row for '\(id)'")
        }
        let enter = try row(parts)
        scenes[id] = enter
        return enter(take)
    }

    private func finish(_ result: Result<Output, any Error>) {
        cancel()
        outcome.send(result)
        outcome.complete()
    }
}
