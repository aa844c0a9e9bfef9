/// The current row of a query, which an engine provides; valid only during the call.
///
/// `Model.init(from:)` reads it, on the scheduler of the transaction. A column is its position in
/// `TableSchema.columns`.
public protocol RowReader: AnyObject {
    /// The table of the row.
    var table: TableSchema { get }
    /// Reads the value of a column.
    ///
    /// - Throws: `.unreadable` for text that is not UTF-8.
    func value(at column: Int) throws(PersistenceError) -> StoredValue
}

extension RowReader {
    /// Reads the value of a column as a value of a type.
    ///
    /// - Throws: `.unreadable` for a value of another type, with the table, the column and the key.
    @inlinable
    public func read<Value: ColumnValue>(_ column: Int) throws(PersistenceError) -> Value {
        let stored = try value(at: column)
        guard let value = Value(stored: stored) else {
            throw unreadable(column, "the stored value is not one of the type \(Value.self)")
        }
        return value
    }

    /// Returns the error of a column whose value cannot be read.
    public func unreadable(_ column: Int, _ reason: String) -> PersistenceError {
        let key = table.keyColumns.map { (try? value(at: $0).description) ?? "unreadable" }
        return PersistenceError(
            .unreadable, reason, table: table.name, column: table.columns[column].name,
            key: key.joined(separator: ", "))
    }
}

/// The row that a statement is about to store, which an engine provides.
///
/// `Model.write(to:)` fills it, on the scheduler of the transaction. A column is its position in
/// `TableSchema.columns`.
public protocol RowWriter: AnyObject {
    /// Sets the value of a column; each column of the table is set once.
    ///
    /// - Throws: `.unwritable` for NaN, and for text or bytes that are too long.
    func write(_ value: StoredValue, at column: Int) throws(PersistenceError)
}

/// The values of a row, in the order of the columns.
final class RowValues: RowReader, RowWriter {  // not @Schedulable: used within one call
    let table: TableSchema
    var values: [StoredValue]

    init(of table: TableSchema) {
        self.table = table
        values = Array(repeating: .null, count: table.columns.count)
    }

    func value(at column: Int) -> StoredValue { values[column] }

    func write(_ value: StoredValue, at column: Int) throws(PersistenceError) {
        values[column] = value
    }
}
