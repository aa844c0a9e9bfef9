/// A step of a flow: a presenter that asks for input and ends with one of its exits.
///
/// A scene does not refer to other scenes or to the flow. When it is made, it receives the parts of
/// the shared state that it uses. It ends a visit with an `Exit`; the table of the flow decides
/// where the exit leads. Several flows can therefore use the same scene.
///
/// ```swift
/// final class NameScene: FlowScene {
///     private let name: ScenePart<String>
///     private let host: any SceneHost
///
///     init(name: ScenePart<String>, host: any SceneHost) {
///         (self.name, self.host) = (name, host)
///     }
///
///     func entered(_ visit: SceneVisit<Void>) {
///         host.ask(AskName()).observe(within: visit.lifetime) { [name] answer in
///             name.value = answer
///             visit.exit()
///         } ended: { completion in
///             if case .failed(let error) = completion { visit.fail(error) }
///         }
///     }
/// }
/// ```
///
/// A flow makes a scene at the first transit to it, and keeps it until the flow ends. A scene is
/// confined to the scheduler of its flow. A scene of the main actor declares the actor in its
/// conformance: `@MainActor final class NameScene: @MainActor FlowScene`.
public protocol FlowScene: AnyObject {
    /// The exits of the scene; `Void` for a scene with one exit.
    associatedtype Exit

    /// Begins a visit.
    ///
    /// - Parameter visit: the visit, which has the exits.
    func entered(_ visit: SceneVisit<Exit>)
}
