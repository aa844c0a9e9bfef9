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
///
/// `ReadSession.page(_:after:)` returns it. Its position belongs to the order of this query.
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
        _ values: [StoredValue], in order: [SortKey], of table: TableSchema,
        includingEqual: Bool = false
    ) -> Predicate {
        // (a > 1) or (a = 1 and b > 2) or …
        var alternatives: [Predicate] = []
        var equal: [Predicate] = []
        for (key, value) in zip(order, values) {
            let isOptional = table.columns[key.column].isOptional
            alternatives.append(.all(equal + [after(value, in: key, isOptional: isOptional)]))
            equal.append(.comparison(key.column, .equal, value))
        }
        if includingEqual { alternatives.append(.all(equal)) }
        guard let key = order.first, let value = values.first else { return .any(alternatives) }
        // An engine does not see that the alternatives have a common beginning in an index.
        let isOptional = table.columns[key.column].isOptional
        return beginning(value, in: key, isOptional: isOptional).and(.any(alternatives))
    }

    /// Returns the condition that all rows fulfil from a value on, if it is one comparison.
    private static func beginning(
        _ value: StoredValue, in key: SortKey, isOptional: Bool
    ) -> Predicate {
        switch key.direction {
        case .ascending where !value.isNull: .comparison(key.column, .greaterOrEqual, value)
        case .descending where !isOptional: .comparison(key.column, .lessOrEqual, value)
        default: .constant(true)
        }
    }

    /// Returns the condition of one column; an absent value comes before all others.
    private static func after(
        _ value: StoredValue, in key: SortKey, isOptional: Bool
    ) -> Predicate {
        switch (key.direction, value.isNull) {
        case (.ascending, true): .comparison(key.column, .notEqual, .null)
        case (.ascending, false): .comparison(key.column, .greater, value)
        case (.descending, true): .constant(false)
        case (.descending, false) where isOptional:
            .any([
                .comparison(key.column, .less, value), .comparison(key.column, .equal, .null),
            ])
        case (.descending, false): .comparison(key.column, .less, value)
        }
    }
}
