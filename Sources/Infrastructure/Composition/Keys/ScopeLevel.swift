/// The kinds of scopes, from the widest to the narrowest.
///
/// A service may need services of its own level and of wider levels.
public enum ScopeLevel: String, Codable, CaseIterable, Comparable, Sendable {
    /// The whole program; one scope.
    case program
    /// One account; accounts share only the services of the program.
    case account

    /// Whether `lhs` is wider than `rhs`.
    public static func < (lhs: ScopeLevel, rhs: ScopeLevel) -> Bool { lhs.depth < rhs.depth }

    var depth: Int {
        switch self {
        case .program: 0
        case .account: 1
        }
    }
}
