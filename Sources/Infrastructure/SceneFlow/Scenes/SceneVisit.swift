public import Signals

/// One visit of a scene: its exits, and its lifetime.
///
/// A visit ends with its first exit, or with the flow. After that, it has no effect on the flow, so
/// a late answer causes no transit.
public final class SceneVisit<Exit> {  // not @Schedulable: confined like the scene that it is for
    /// Ends with the visit.
    public let lifetime = Disposable()
    private var onExit: ((Result<Exit, any Error>) -> Void)?

    init(_ onExit: @escaping (Result<Exit, any Error>) -> Void) { self.onExit = onExit }

    /// Whether the visit has ended.
    public var isOver: Bool { onExit == nil }

    /// Leaves by an exit; the table of the flow decides where it leads.
    public func exit(_ exit: Exit) { leave(.success(exit)) }

    /// Ends the flow with an error.
    public func fail(_ error: any Error) { leave(.failure(error)) }

    private func leave(_ result: Result<Exit, any Error>) {
        guard let onExit else { return }
        end()
        onExit(result)
    }

    func end() {
        onExit = nil
        lifetime.dispose()
    }
}

extension SceneVisit where Exit == Void {
    /// Leaves by the only exit.
    public func exit() { exit(()) }
}
