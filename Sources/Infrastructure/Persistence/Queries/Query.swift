/// The direction of an order.
public enum SortDirection: Sendable, Hashable {
    /// From the smallest value to the largest; absent values come first.
    case ascending
    /// From the largest value to the smallest; absent values come last.
    case descending
}

/// A column by which rows are ordered, as an engine receives it.
public struct SortKey: Sendable, Hashable {
    /// The position of the column.
    public let column: Int
    /// The direction.
    public let direction: SortDirection
}

/// A query of a model's rows, as a value: its methods return new queries.
///
/// ```swift
/// let waiting = Transfer.where { $0.state == .waiting && $0.offset < 10 }
/// let newest = waiting.order(by: \.offset, .descending).limit(20)
/// ```
///
/// Rows with equal values in the given order are ordered by their keys. A query therefore returns
/// the same rows in the same order in every engine.
public struct Query<Root: Model>: Sendable {
    private var predicate = Predicate.always
    private var order: [SortKey] = []
    private var rowLimit: Int?

    /// Creates the query of all rows.
    public init() {}

    /// Returns the query of the rows for which this condition holds as well.
    public func `where`(_ condition: (Root.Columns) -> Condition<Root>) -> Query {
        var query = self
        query.predicate = predicate.and(condition(Root.columns).predicate)
        return query
    }

    /// Returns the query with a further order, for rows with equal values in the earlier orders.
    public func order<Value>(
        by column: KeyPath<Root.Columns, Column<Root, Value>>,
        _ direction: SortDirection = .ascending
    ) -> Query {
        var query = self
        query.order.append(
            SortKey(column: Root.columns[keyPath: column].index, direction: direction))
        return query
    }

    /// Returns the query of at most `count` rows; traps for a negative number.
    public func limit(_ count: Int) -> Query {
        precondition(count >= 0, "the limit of a query is negative")
        var query = self
        query.rowLimit = count
        return query
    }

    /// The query for an engine, which ends with the order of the keys.
    var tableQuery: TableQuery {
        let ordered = Set(order.map(\.column))
        let keys = Root.table.keyColumns.filter { !ordered.contains($0) }
        return TableQuery(
            Root.table, predicate,
            order: order + keys.map { SortKey(column: $0, direction: .ascending) },
            limit: rowLimit)
    }

    /// The query for a deletion, which has a condition only.
    func deletion() throws(PersistenceError) -> TableQuery {
        guard order.isEmpty, rowLimit == nil else {
            throw PersistenceError(
                .invalidQuery, "a deletion has no order and no limit", table: Root.table.name)
        }
        return TableQuery(Root.table, predicate)
    }
}

extension Model {
    /// The query of all rows.
    public static var all: Query<Self> { Query() }

    /// Returns the query of the rows for which the condition holds.
    public static func `where`(_ condition: (Columns) -> Condition<Self>) -> Query<Self> {
        Query().where(condition)
    }

    /// The query of the row with a key.
    static func query(ofKey key: [StoredValue]) -> TableQuery {
        TableQuery(
            table, .all(zip(table.keyColumns, key).map { .comparison($0, .equal, $1) }))
    }
}

/// A query of a table, as an engine receives it.
///
/// A `Query` makes it. A column is its position in `TableSchema.columns`.
public struct TableQuery: Sendable {
    /// The table.
    public let table: TableSchema
    /// The condition.
    public let predicate: Predicate
    /// The order; a query of a model ends with the columns of the key.
    public let order: [SortKey]
    /// The largest number of rows; `nil` for all.
    public let limit: Int?

    init(
        _ table: TableSchema, _ predicate: Predicate = .always, order: [SortKey] = [],
        limit: Int? = nil
    ) {
        self.table = table
        self.predicate = predicate
        self.order = order
        self.limit = limit
    }
}
