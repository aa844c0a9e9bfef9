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

    /// Creates the order by a column.
    public init(_ column: Int, _ direction: SortDirection) {
        self.column = column
        self.direction = direction
    }
}

/// A query of a model's rows, as a value: its methods return new queries.
///
/// ```swift
/// let waiting = Transfer.where { $0.state == .waiting && $0.offset < 10 }
/// let newest = waiting.order(by: \.offset, .descending).limit(20, offset: 40)
/// ```
///
/// Rows with equal values in the given order are ordered by their keys. A query therefore returns
/// the same rows in the same order in every engine.
public struct Query<Root: Model>: Sendable {
    private(set) var predicate = Predicate.constant(true)
    private(set) var sortKeys: [SortKey] = []
    private(set) var rowLimit: Int?
    private(set) var rowOffset = 0

    /// Creates the query of all rows.
    public init() {}

    /// Returns the query of the rows for which this condition holds as well.
    public func `where`(_ condition: (Root.Columns) -> Condition<Root>) -> Query {
        filtered(condition(Root.columns).predicate)
    }

    /// Returns the query with a further order, for rows with equal values in the earlier orders.
    public func order<Value>(
        by column: KeyPath<Root.Columns, Column<Root, Value>>,
        _ direction: SortDirection = .ascending
    ) -> Query {
        var query = self
        query.sortKeys.append(SortKey(Root.columns[keyPath: column].index, direction))
        return query
    }

    /// Returns the query of at most `count` rows, after the first `offset` ones.
    public func limit(_ count: Int, offset: Int = 0) -> Query {
        var query = self
        query.rowLimit = count
        query.rowOffset = offset
        return query
    }

    func filtered(_ predicate: Predicate) -> Query {
        var query = self
        query.predicate = self.predicate.and(predicate)
        return query
    }

    /// The orders, and then those of the key.
    var totalOrder: [SortKey] {
        let ordered = Set(sortKeys.map(\.column))
        return sortKeys
            + Root.table.keyColumns.filter { !ordered.contains($0) }.map { SortKey($0, .ascending) }
    }

    /// The query for an engine; a count needs no order.
    func tableQuery(isOrdered: Bool = true) throws(PersistenceError) -> TableQuery {
        guard rowLimit ?? 0 >= 0, rowOffset >= 0 else {
            throw PersistenceError(
                .invalidQuery, "the limit or the offset of a query is negative",
                table: Root.table.name)
        }
        try predicate.validate()
        return TableQuery(
            Root.table, predicate, order: isOrdered ? totalOrder : [], limit: rowLimit,
            offset: rowOffset)
    }
}

extension Model {
    /// The query of all rows.
    public static var all: Query<Self> { Query() }

    /// Returns the query of the rows for which the condition holds.
    public static func `where`(_ condition: (Columns) -> Condition<Self>) -> Query<Self> {
        Query().where(condition)
    }
}

/// A query of a table, as an engine receives it.
///
/// A `Query` makes it, and `EngineConnection` performs it in `select` and `count`. A column is its
/// position in `TableSchema.columns`.
public struct TableQuery: Sendable {
    /// The table.
    public let table: TableSchema
    /// The condition.
    public let predicate: Predicate
    /// The order; a query of a model ends with the columns of the key.
    public let order: [SortKey]
    /// The largest number of rows; `nil` for all.
    public let limit: Int?
    /// The number of rows that are skipped.
    public let offset: Int

    /// Creates a query.
    public init(
        _ table: TableSchema, _ predicate: Predicate = .constant(true), order: [SortKey] = [],
        limit: Int? = nil, offset: Int = 0
    ) {
        self.table = table
        self.predicate = predicate
        self.order = order
        self.limit = limit
        self.offset = offset
    }
}
