/// Who goes first where requests wait for a connection.
public enum HTTPPriority: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// Behind all others.
    case low
    /// As usual.
    case normal
    /// Before all others.
    case high

    /// Whether `left` waits for `right`.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
