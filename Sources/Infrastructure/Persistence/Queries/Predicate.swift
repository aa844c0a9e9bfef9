/// A condition on the rows of a table, as an engine receives it; columns are positions.
///
/// A condition is true or false, never unknown: equality treats an absent value as a distinct
/// value, and any other comparison with it is false.
public indirect enum Predicate: Sendable, Hashable {
    /// The kinds of comparison of a column with a value.
    public enum Comparison: Sendable, Hashable {
        /// The values are equal, or both absent.
        case equal
        /// The values are not equal.
        case notEqual
        /// The column's value exists and comes before the other one, which exists, too.
        case less
        /// As `less`, or equal.
        case lessOrEqual
        /// The column's value exists and comes after the other one, which exists, too.
        case greater
        /// As `greater`, or equal.
        case greaterOrEqual
    }

    /// Always or never.
    case constant(Bool)
    /// A comparison of a column with a value.
    case comparison(Int, Comparison, StoredValue)
    /// Whether a column has one of the values.
    case membership(Int, [StoredValue])
    /// Whether all conditions hold.
    case all([Predicate])
    /// Whether one of the conditions holds.
    case any([Predicate])
    /// Whether the condition does not hold.
    case not(Predicate)

    /// The number of values that one query may contain.
    public static let maximumValues = 30_000
    /// The number of conditions that may be nested in each other.
    public static let maximumDepth = 100

    /// Returns whether the condition holds for a row.
    func holds(for row: [StoredValue]) -> Bool {
        switch self {
        case .constant(let value): value
        case .comparison(let column, let comparison, let value):
            Self.compare(row[column], comparison, value)
        case .membership(let column, let values): values.contains(row[column])
        case .all(let parts): parts.allSatisfy { $0.holds(for: row) }
        case .any(let parts): parts.contains { $0.holds(for: row) }
        case .not(let part): !part.holds(for: row)
        }
    }

    private static func compare(
        _ left: StoredValue, _ comparison: Comparison, _ right: StoredValue
    ) -> Bool {
        switch comparison {
        case .equal: return left == right
        case .notEqual: return left != right
        default: break
        }
        if left.isNull || right.isNull { return false }
        switch comparison {
        case .less: return left < right
        case .lessOrEqual: return left <= right
        case .greater: return left > right
        default: return left >= right
        }
    }

    func and(_ other: Predicate) -> Predicate {
        switch (self, other) {
        case (.constant(true), _): other
        case (_, .constant(true)): self
        case (.all(let parts), _): .all(parts + [other])
        default: .all([self, other])
        }
    }

    func or(_ other: Predicate) -> Predicate {
        if case .any(let parts) = self { .any(parts + [other]) } else { .any([self, other]) }
    }

    /// Throws if the condition has too many parts, or a value that no column can have.
    func validate() throws(PersistenceError) {
        var left = Self.maximumValues
        try validate(depth: 0, &left)
    }

    private func validate(depth: Int, _ left: inout Int) throws(PersistenceError) {
        guard depth < Self.maximumDepth else {
            throw PersistenceError(
                .invalidQuery, "conditions are nested deeper than \(Self.maximumDepth)")
        }
        switch self {
        case .constant: break
        case .comparison(_, _, let value): try Self.validate([value], &left)
        case .membership(_, let values): try Self.validate(values, &left)
        case .all(let parts), .any(let parts):
            for part in parts { try part.validate(depth: depth + 1, &left) }
        case .not(let part): try part.validate(depth: depth + 1, &left)
        }
    }

    private static func validate(
        _ values: [StoredValue], _ left: inout Int
    ) throws(PersistenceError) {
        left -= values.count
        guard left >= 0 else {
            throw PersistenceError(
                .tooMany, "a query has more than \(maximumValues) values: use several queries")
        }
        for value in values {
            if let fault = value.storageFault { throw PersistenceError(.invalidQuery, fault) }
        }
    }
}
