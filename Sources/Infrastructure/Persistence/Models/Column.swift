/// A column of a model, for queries; `@Model` makes one for each property.
///
/// The closure of `Query.where(_:)` compares it with values, which makes a `Condition`.
public struct Column<Root, Value: ColumnValue>: Sendable {
    /// The name of the column.
    public let name: String
    let index: Int
    private let isKey: Bool

    /// Creates a column, for `@Model`.
    ///
    /// - Parameters:
    ///   - name: the name of the column.
    ///   - index: the position in the table's list of columns.
    ///   - isKey: whether the column belongs to the key.
    public init(_ name: String, at index: Int, isKey: Bool = false) {
        self.name = name
        self.index = index
        self.isKey = isKey
    }

    /// The column's part of the schema, for `@Model`.
    public var schema: ColumnSchema {
        ColumnSchema(name, Value.columnType, isOptional: Value.isOptional, isKey: isKey)
    }
}
