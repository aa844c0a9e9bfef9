public import Signals

/// The access of an extension to its flow.
///
/// It does not keep the flow. After the end of the flow the trace is empty, and calls have no
/// effect.
public final class FlowControl<Scene: SceneIdentifier, State: Sendable> {
    // not @Schedulable: confined like the extension that it is for
    /// The name of the flow.
    public let name: String
    /// Ends with the flow.
    public let lifetime: Disposable
    private let parts: FlowParts<State>
    private let readTrace: () -> [Scene]
    private let take: (FlowStep<Scene, Never>) -> Void

    init(
        name: String, lifetime: Disposable, parts: FlowParts<State>,
        trace: @escaping () -> [Scene], take: @escaping (FlowStep<Scene, Never>) -> Void
    ) {
        self.name = name
        self.lifetime = lifetime
        self.parts = parts
        readTrace = trace
        self.take = take
    }

    /// The bus of the flow.
    public var bus: FlowBus { parts.bus }

    /// The current state.
    public var state: State { parts.shared.property.value }

    /// The visits to which the flow can return; the last one is the active scene.
    public var trace: [Scene] { readTrace() }

    /// The active scene; `nil` before the entry and after the end.
    public var active: Scene? { trace.last }

    /// Returns a part of the state.
    public func part<Value>(_ path: WritableKeyPath<State, Value>) -> ScenePart<Value> {
        parts.part(path)
    }

    /// Enters a scene, on top of the trace.
    public func transit(to scene: Scene) { take(.to(scene)) }

    /// Returns to the scene before the active one.
    public func back() { take(.back) }

    /// Returns to the latest earlier visit of a scene.
    public func back(to scene: Scene) { take(.backTo(scene)) }

    /// Cancels the flow.
    public func cancel() { take(.cancel) }

    /// Ends the flow with an error.
    public func fail(_ error: any Error) { take(.fail(error)) }
}
