import GRDB
import GRDBSQLite

/// A prepared statement for repeated use, without an array or a boxed value per row.
///
/// GRDB opens the database, migrates it and runs the transactions. This type is for the inner loop,
/// where a listing spends its time. It is confined to the library's scheduler, and is used inside a
/// transaction.
final class SQLStatement {  // not @Schedulable: used on GRDB's queue
    private let connection: OpaquePointer
    private let handle: OpaquePointer

    /// Prepares `sql` for repeated use.
    init(_ sql: String, on database: Database) throws {
        guard let connection = database.sqliteConnection else {
            preconditionFailure("cannot prepare a statement: the database is closed")
        }
        var handle: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        let code = sqlite3_prepare_v3(connection, sql, -1, flags, &handle, nil)
        guard code == SQLITE_OK, let handle else {
            throw Self.error(code, on: connection)
        }
        self.connection = connection
        self.handle = handle
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Runs the statement with the bound values, and returns the number of changed rows.
    @discardableResult
    func run() throws -> Int {
        defer { sqlite3_reset(handle) }
        let code = sqlite3_step(handle)
        guard code == SQLITE_DONE else { throw Self.error(code, on: connection) }
        return Int(sqlite3_changes(connection))
    }

    /// Runs the statement and calls `body` for each row.
    func forEachRow(_ body: (SQLRow) throws -> Void) throws {
        defer { sqlite3_reset(handle) }
        while true {
            let code = sqlite3_step(handle)
            if code == SQLITE_DONE { return }
            guard code == SQLITE_ROW else { throw Self.error(code, on: connection) }
            try body(SQLRow(handle: handle))
        }
    }

    /// Runs the statement and returns the result of `body` for its first row; `nil` without a row.
    func first<Value>(_ body: (SQLRow) throws -> Value) throws -> Value? {
        defer { sqlite3_reset(handle) }
        switch sqlite3_step(handle) {
        case SQLITE_DONE: return nil
        case SQLITE_ROW: return try body(SQLRow(handle: handle))
        case let code: throw Self.error(code, on: connection)
        }
    }

    /// The row number of the last inserted row.
    var insertedNumber: Int64 {
        return sqlite3_last_insert_rowid(connection)
    }

    private static func error(_ code: Int32, on connection: OpaquePointer) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: code),
            message: sqlite3_errmsg(connection).map { String(cString: $0) })
    }
}

// SQLite copies text and blobs (SQLITE_TRANSIENT, in C the pointer -1).
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)  // as in SQLite's macro

extension SQLStatement {
    /// Binds `value` to parameter `index`, the first being 1.
    func bind(_ index: Int32, _ value: Int64) { check(sqlite3_bind_int64(handle, index, value)) }

    /// Binds `value`, or NULL.
    func bind(_ index: Int32, _ value: Int64?) {
        if let value { bind(index, value) } else { bindNull(index) }
    }

    /// Binds `value`, or NULL.
    func bind(_ index: Int32, _ value: Double?) {
        guard let value else { return bindNull(index) }
        check(sqlite3_bind_double(handle, index, value))
    }

    /// Binds `value`, which may contain any character, even NUL.
    func bind(_ index: Int32, _ value: String) {
        var value = value
        value.withUTF8 { bind(index, utf8: $0) }
    }

    /// Binds `value`, or NULL.
    func bind(_ index: Int32, _ value: String?) {
        if let value { bind(index, value) } else { bindNull(index) }
    }

    /// Binds UTF-8 text.
    func bind(_ index: Int32, utf8 text: UnsafeBufferPointer<UInt8>) {
        // An empty buffer may have no address, which SQLite would bind as NULL.
        guard let start = text.baseAddress else {
            return check(sqlite3_bind_text(handle, index, "", 0, transient))
        }
        start.withMemoryRebound(to: CChar.self, capacity: text.count) { start in
            check(
                sqlite3_bind_text64(
                    handle, index, start, UInt64(text.count), transient, UInt8(SQLITE_UTF8)))
        }
    }

    /// Binds bytes.
    func bind(_ index: Int32, bytes: UnsafeRawBufferPointer) {
        check(
            sqlite3_bind_blob64(
                handle, index, bytes.baseAddress, UInt64(bytes.count), transient))
    }

    /// Binds NULL.
    func bindNull(_ index: Int32) { check(sqlite3_bind_null(handle, index)) }

    private func check(_ code: Int32) {
        precondition(code == SQLITE_OK, "cannot bind a value to a parameter of a statement")
    }
}

/// The current row of a statement; valid only during the call that receives it.
struct SQLRow {
    fileprivate let handle: OpaquePointer

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

    func optionalDouble(_ column: Int32) -> Double? {
        isNull(column) ? nil : sqlite3_column_double(handle, column)
    }

    func text(_ column: Int32) -> String {
        guard let start = sqlite3_column_text(handle, column) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    func withBytes<Value>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        let start = sqlite3_column_blob(handle, column)
        let count = Int(sqlite3_column_bytes(handle, column))
        return body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }
}
