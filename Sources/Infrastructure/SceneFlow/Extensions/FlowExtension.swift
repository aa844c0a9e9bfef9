/// An extension of a flow, such as a log, a deadline or saving, which needs no change of its
/// scenes.
///
/// ```swift
/// final class Confirmation<Scene: SceneIdentifier, State: Sendable>: FlowExtension {
///     var isConfirmed = false
///
///     func willTransit(_ transit: Transit<Scene>) -> Veto? {
///         transit.direction == .forward && !isConfirmed ? Veto("confirm first") : nil
///     }
/// }
/// ```
///
/// Every method has a default, which does nothing. Extensions are called in the order in which they
/// were added to the flow. One flow has at most one extension of a type. Transits that an extension
/// requests during a call take place afterwards.
public protocol FlowExtension<Scene, State>: AnyObject {
    /// The identifiers of the flow's scenes.
    associatedtype Scene: SceneIdentifier
    /// The shared state of the flow.
    associatedtype State: Sendable

    /// The events that the extension posts or receives; adding it declares them.
    static var events: [any FlowEvent.Type] { get }

    /// Receives the flow, before the entry.
    ///
    /// - Parameter flow: the access to the flow, which the extension may keep.
    func mounted(in flow: FlowControl<Scene, State>)

    /// Reports that the first scene has been entered.
    func ready()

    /// Allows a transit before it begins, or refuses it.
    ///
    /// After a refusal, the extensions that were added later are not asked.
    func willTransit(_ transit: Transit<Scene>) -> Veto?

    /// Reports a transit after the scene has been entered.
    func didTransit(_ transit: Transit<Scene>)

    /// Reports a transit that was refused.
    func refused(_ refusal: TransitRefusal)

    /// Reports that a part of the shared state has changed.
    func stateChanged(_ part: PartialKeyPath<State>)

    /// Reports the end of the flow, before the active scene is left.
    func willEnd(_ end: FlowEnd)
}

extension FlowExtension {
    /// No events.
    public static var events: [any FlowEvent.Type] { [] }
    /// Does nothing.
    public func mounted(in flow: FlowControl<Scene, State>) {}
    /// Does nothing.
    public func ready() {}
    /// Allows the transit.
    public func willTransit(_ transit: Transit<Scene>) -> Veto? { nil }
    /// Does nothing.
    public func didTransit(_ transit: Transit<Scene>) {}
    /// Does nothing.
    public func refused(_ refusal: TransitRefusal) {}
    /// Does nothing.
    public func stateChanged(_ part: PartialKeyPath<State>) {}
    /// Does nothing.
    public func willEnd(_ end: FlowEnd) {}
}
