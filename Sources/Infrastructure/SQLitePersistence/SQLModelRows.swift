import CSQLite
import Persistence

/// The current row of a query, as a model reads it.
final class SQLRowReader: RowReader {  // not @Schedulable: confined to its connection
    let table: TableSchema
    private let handle: OpaquePointer

    init(_ table: TableSchema, _ row: SQLRow) {
        self.table = table
        handle = row.handle
    }

    func value(at column: Int) throws(PersistenceError) -> StoredValue {
        let index = Int32(truncatingIfNeeded: column)
        switch sqlite3_column_type(handle, index) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, index))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, index))
        case SQLITE_TEXT:
            guard let start = sqlite3_column_text(handle, index) else { return .text("") }
            let count = Int(sqlite3_column_bytes(handle, index))
            let bytes = UnsafeBufferPointer(start: start, count: count)
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw unreadable(column, "the text is not UTF-8")
            }
            return .text(text)
        case SQLITE_BLOB:
            let start = sqlite3_column_blob(handle, index)
            let count = Int(sqlite3_column_bytes(handle, index))
            return .blob(Array(UnsafeRawBufferPointer(start: start, count: count)))
        default: return .null
        }
    }
}

/// The row that a statement stores: a value for each placeholder.
final class SQLRowWriter: RowWriter {  // not @Schedulable: confined to its connection
    let statement: SQLStatement
    private let table: TableSchema

    init(_ table: TableSchema, _ statement: SQLStatement) {
        self.table = table
        self.statement = statement
    }

    func write(_ value: StoredValue, at column: Int) throws(PersistenceError) {
        if let fault = value.storageFault {
            throw PersistenceError(
                .unwritable, fault, table: table.name, column: table.columns[column].name)
        }
        statement.bind(Int32(truncatingIfNeeded: column) + 1, value)
    }
}
