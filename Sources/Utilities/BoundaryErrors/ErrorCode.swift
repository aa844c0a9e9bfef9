/// The kind of a `BoundaryError`.
///
/// It is a structure with static values, not an enumeration: a new code breaks no `switch`.
public protocol ErrorCode: Hashable, Sendable, CustomStringConvertible {
    /// The name, which distinguishes the code from the others of its type.
    var name: String { get }

    /// The remedy for every error of this kind; `nil` if there is none.
    var advice: String? { get }
}

extension ErrorCode {
    /// No remedy.
    public var advice: String? { nil }

    /// The name.
    public var description: String { name }

    /// Equality of the names alone.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    /// Feeds the name into `hasher`.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
