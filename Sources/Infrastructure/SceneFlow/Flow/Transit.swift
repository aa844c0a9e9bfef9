/// The change of the active scene.
public struct Transit<Scene: SceneIdentifier>: Hashable, Sendable {
    /// The direction of a transit.
    public enum Direction: Hashable, Sendable {
        /// The flow begins, or is resumed.
        case entry
        /// A visit is added to the trace.
        case forward
        /// The trace returns to an earlier visit.
        case back
    }

    /// The scene that is left; `nil` at the entry.
    public let from: Scene?
    /// The scene that is entered.
    public let to: Scene
    /// The direction.
    public let direction: Direction
}

/// The refusal of a transit by an extension.
public struct Veto: Hashable, Sendable {
    /// The reason, for the user.
    public let reason: String

    /// Creates a refusal with its reason.
    public init(_ reason: String) { self.reason = reason }
}

/// The report of a transit that was refused.
public struct TransitRefusal: Hashable, Sendable, CustomStringConvertible {
    /// The requested scene; `nil` for the scene before the active one.
    public let scene: String?
    /// The reason.
    public let reason: String
    /// The type of the extension that refused the transit; `nil` if the trace has no such visit.
    public let refusedBy: String?

    /// The refusal in one sentence.
    public var description: String {
        let target = scene.map { "the transit to '\($0)'" } ?? "the transit back"
        return "\(target) was refused\(refusedBy.map { " by \($0)" } ?? ""): \(reason)"
    }
}
