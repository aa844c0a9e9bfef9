public import Signals

/// One visit of a scene: its exits, and its lifetime.
///
/// After its end, a visit has no effect on the flow, so a late answer causes no transit.
public final class SceneVisit<Exit> {  // not @Schedulable: confined like the scene that it is for
    /// Ends when the scene is left, before `FlowScene.left()`.
    public let lifetime = Disposable()
    private var onExit: ((SceneExit<Exit>) -> Void)?

    init(_ onExit: @escaping (SceneExit<Exit>) -> Void) { self.onExit = onExit }

    /// Whether the scene has been left.
    public var isOver: Bool { onExit == nil }

    /// Leaves by an exit; the table of the flow decides where it leads.
    public func exit(_ exit: Exit) { onExit?(.exit(exit)) }

    /// Returns to the scene before this one in the trace.
    public func back() { onExit?(.back) }

    /// Cancels the flow.
    public func cancel() { onExit?(.cancel) }

    /// Ends the flow with an error.
    public func fail(_ error: any Error) { onExit?(.fail(error)) }

    func end() {
        onExit = nil
        lifetime.dispose()
    }
}

extension SceneVisit where Exit == Void {
    /// Leaves by the only exit.
    public func exit() { exit(()) }
}

extension SceneVisit {
    /// Asks the host for input; the question ends with the visit.
    ///
    /// If the host cannot ask, the flow fails with the host's error. If the host ends the question
    /// without an answer, the flow is cancelled.
    ///
    /// - Parameter answered: called with the answer, once.
    public func ask<Question: Prompt>(
        _ prompt: Question, of host: any SceneHost,
        _ answered: @escaping (Question.Answer) -> Void
    ) {
        var isAnswered = false
        host.ask(prompt).take(1).observe(
            within: lifetime,
            { answer in
                isAnswered = true
                answered(answer)
            },
            ended: { [weak self] completion in
                switch completion {
                case .failed(let error): self?.fail(error)
                case .completed: if !isAnswered { self?.cancel() }
                }
            })
    }
}

/// The steps that end a visit: the exits of the scene, and those that every scene has.
enum SceneExit<Exit> {
    case exit(Exit)
    case back
    case cancel
    case fail(any Error)
}
