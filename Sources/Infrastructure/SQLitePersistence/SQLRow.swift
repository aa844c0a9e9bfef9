import CSQLite

/// The current row of a statement; valid only during the call that receives it.
///
/// The first column is 0. A read of NULL as a value returns 0, or an empty text.
package struct SQLRow {
    let handle: OpaquePointer

    /// Whether the column is NULL.
    package func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// Reads an integer.
    package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    /// Reads an integer, or `nil` for NULL.
    package func optionalInteger(_ column: Int32) -> Int64? {
        isNull(column) ? nil : integer(column)
    }

    /// Reads a floating-point number, or `nil` for NULL.
    package func optionalDouble(_ column: Int32) -> Double? {
        isNull(column) ? nil : sqlite3_column_double(handle, column)
    }

    /// Reads text; bytes that are not UTF-8 become U+FFFD.
    package func text(_ column: Int32) -> String {
        guard let start = sqlite3_column_text(handle, column) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Reads text, or `nil` for NULL.
    package func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    /// Calls `body` with the bytes of the column, which are valid during the call; none for NULL.
    @inlinable
    package func withBytes<Value>(
        _ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Value
    ) rethrows -> Value {
        try body(bytes(column))
    }

    @usableFromInline
    func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(handle, column)
        let count = Int(sqlite3_column_bytes(handle, column))
        return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
    }
}
