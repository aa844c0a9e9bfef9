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

    /// A comparison of a column with a value.
    case comparison(Int, Comparison, StoredValue)
    /// Whether all conditions hold; without any, it holds for each row.
    case all([Predicate])
    /// Whether one of the conditions holds.
    case any([Predicate])

    /// The condition that holds for each row.
    static let always = Predicate.all([])

    /// Returns whether the condition holds for a row.
    func holds(for row: [StoredValue]) -> Bool {
        switch self {
        case .comparison(let column, let comparison, let value):
            Self.compare(row[column], comparison, value)
        case .all(let parts): parts.allSatisfy { $0.holds(for: row) }
        case .any(let parts): parts.contains { $0.holds(for: row) }
        }
    }

    private static func compare(
        _ left: StoredValue, _ comparison: Comparison, _ right: StoredValue
    ) -> Bool {
        let isComparable = !left.isNull && !right.isNull
        return switch comparison {
        case .equal: left == right
        case .notEqual: left != right
        case .less: isComparable && left < right
        case .lessOrEqual: isComparable && left <= right
        case .greater: isComparable && left > right
        case .greaterOrEqual: isComparable && left >= right
        }
    }

    func and(_ other: Predicate) -> Predicate {
        if case .all(let parts) = self {
            parts.isEmpty ? other : .all(parts + [other])
        } else {
            .all([self, other])
        }
    }

    func or(_ other: Predicate) -> Predicate {
        if case .any(let parts) = self { .any(parts + [other]) } else { .any([self, other]) }
    }
}
