/// A column of a model, for queries; `@Model` makes one for each property.
///
/// The closure of `Query.where(_:)` compares it with values, which makes a `Condition`. The closure
/// of `WriteSession.update(_:_:)` sets it, which makes an `Assignment`.
public struct Column<Root, Value: ColumnValue>: Sendable {
    /// The name of the column.
    public let name: String
    let index: Int
    private let isKey: Bool
    private let reference: TableReference?

    /// Creates a column, for `@Model`.
    ///
    /// - Parameters:
    ///   - name: the name of the column.
    ///   - index: the position in the table's list of columns.
    ///   - isKey: whether the column belongs to the key.
    ///   - reference: the table to which the column refers.
    public init(
        _ name: String, at index: Int, isKey: Bool = false,
        references reference: TableReference? = nil
    ) {
        self.name = name
        self.index = index
        self.isKey = isKey
        self.reference = reference
    }

    /// The column's part of the schema, for `@Model`.
    public var schema: ColumnSchema {
        ColumnSchema(
            name, Value.columnType, isOptional: Value.isOptional, isKey: isKey,
            references: reference)
    }

    /// Returns the assignment of a value, for an update.
    public func set(_ value: Value) -> Assignment<Root> {
        Assignment(column: index, value: value.storedValue)
    }
}

/// The assignment of a value to a column in an update.
public struct Assignment<Root>: Sendable {
    let column: Int
    let value: StoredValue
}
