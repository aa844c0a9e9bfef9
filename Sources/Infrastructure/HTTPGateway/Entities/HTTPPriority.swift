/// The priority of a request among those that wait for a connection.
public enum HTTPPriority: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// After all other requests.
    case low
    /// The default priority.
    case normal
    /// Before all other requests.
    case high

    /// Whether `left` has the lower priority.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
