/// The position after a row in the order of a query, from which the next page begins.
///
/// It consists of values of the row, not of a row number, so it stays valid while rows are inserted
/// and deleted.
public struct PagePosition: Sendable, Hashable {
    /// The values of the orders and the key, in the query's total order.
    let values: [StoredValue]
    /// The database of the row, for a page of several databases.
    let place: DatabasePlace?
}

/// Some rows of a query, and the position from which the next ones begin.
public struct Page<Element: Sendable>: Sendable {
    /// The rows.
    public let rows: [Element]
    /// The position of the next page; `nil` at the end.
    public let next: PagePosition?
}

extension Predicate {
    /// Returns the condition that a row comes after some values in an order.
    ///
    /// - Parameter includingEqual: whether a row with equal values counts, too.
    static func after(
        _ values: [StoredValue], in order: [SortKey], includingEqual: Bool = false
    ) -> Predicate {
        // (a > 1) or (a = 1 and b > 2) or …
        var alternatives: [Predicate] = []
        var equal: [Predicate] = []
        for (key, value) in zip(order, values) {
            alternatives.append(.all(equal + [after(value, in: key)]))
            equal.append(.comparison(key.column, .equal, value))
        }
        return .any(includingEqual ? alternatives + [.all(equal)] : alternatives)
    }

    /// Returns the condition of one column; an absent value comes before all others.
    private static func after(_ value: StoredValue, in key: SortKey) -> Predicate {
        switch (key.direction, value.isNull) {
        case (.ascending, true): .comparison(key.column, .notEqual, .null)
        case (.ascending, false): .comparison(key.column, .greater, value)
        case (.descending, true): .constant(false)
        case (.descending, false):
            .any([
                .comparison(key.column, .less, value), .comparison(key.column, .equal, .null),
            ])
        }
    }
}
