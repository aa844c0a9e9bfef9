import CSQLite
package import Persistence

/// A prepared statement for repeated use, without an array or a boxed value per row.
///
/// ```swift
/// let find = try connection.statement("SELECT number, name FROM person WHERE number > ?")
/// find.bind(1, 100)
/// try find.forEachRow { row in names[row.integer(0)] = row.text(1) }
/// ```
///
/// A bound value stays bound until it is replaced. A run within the closure of a `DatabaseWriter`
/// or a `DatabaseReader` is a part of its transaction; any other run is a separate transaction. A
/// statement is confined to the scheduler of its connection.
package final class SQLStatement {
    private let database: SQLDatabase
    private let handle: OpaquePointer

    /// Prepares `sql`.
    init(_ sql: String, on database: SQLDatabase) throws(PersistenceError) {
        var handle: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        let code = sqlite3_prepare_v3(database.handle, sql, -1, flags, &handle, nil)
        guard code == SQLITE_OK, let handle else {
            throw PersistenceError(
                code, on: database.handle, "prepare a statement for \(database.path)",
                database.path, statement: sql)
        }
        self.database = database
        self.handle = handle
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Runs the statement with the bound values, and returns the number of changed rows.
    @discardableResult
    package func run() throws(PersistenceError) -> Int {
        defer { reset() }
        while try step() {}
        return Int(sqlite3_changes(database.handle))
    }

    /// Runs the statement and calls `body` for each row.
    @inlinable
    package func forEachRow(_ body: (SQLRow) throws -> Void) throws {
        defer { reset() }
        while try step() { try body(row) }
    }

    /// Runs the statement and returns the result of `body` for its first row; `nil` without a row.
    @inlinable
    package func first<Value>(_ body: (SQLRow) throws -> Value) throws -> Value? {
        defer { reset() }
        return try step() ? body(row) : nil
    }

    /// The row number of the row that the connection inserted last.
    package var insertedNumber: Int64 { sqlite3_last_insert_rowid(database.handle) }

    @usableFromInline
    var row: SQLRow { SQLRow(handle: handle) }

    /// Goes to the next row; `false` if there is none.
    @usableFromInline
    func step() throws(PersistenceError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code:
            throw database.error(code, statement: sqlite3_sql(handle).map { String(cString: $0) })
        }
    }

    @usableFromInline
    func reset() { sqlite3_reset(handle) }
}

// SQLite copies text and blobs (SQLITE_TRANSIENT, in C the pointer -1).
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)  // as in SQLite's macro

extension SQLStatement {
    /// Binds `value` to parameter `index`, the first being 1.
    package func bind(_ index: Int32, _ value: Int64) {
        check(sqlite3_bind_int64(handle, index, value))
    }

    /// Binds `value`, or NULL.
    package func bind(_ index: Int32, _ value: Int64?) {
        if let value { bind(index, value) } else { bindNull(index) }
    }

    /// Binds `value`, or NULL.
    package func bind(_ index: Int32, _ value: Double?) {
        guard let value else { return bindNull(index) }
        check(sqlite3_bind_double(handle, index, value))
    }

    /// Binds `value`, which may contain any character, even NUL.
    package func bind(_ index: Int32, _ value: String) {
        var value = value
        value.withUTF8 { bind(index, utf8: $0) }
    }

    /// Binds `value`, or NULL.
    package func bind(_ index: Int32, _ value: String?) {
        if let value { bind(index, value) } else { bindNull(index) }
    }

    /// Binds bytes.
    package func bind(_ index: Int32, bytes: UnsafeRawBufferPointer) {
        // An empty buffer may have no address, which SQLite would bind as NULL.
        guard let start = bytes.baseAddress else {
            return check(sqlite3_bind_zeroblob(handle, index, 0))
        }
        check(sqlite3_bind_blob64(handle, index, start, UInt64(bytes.count), transient))
    }

    /// Binds a value of a column.
    func bind(_ index: Int32, _ value: StoredValue) {
        switch value {
        case .null: bindNull(index)
        case .integer(let number): bind(index, number)
        case .real(let number): bind(index, number as Double?)
        case .text(let text): bind(index, text)
        case .blob(let bytes): bytes.withUnsafeBytes { bind(index, bytes: $0) }
        }
    }

    /// Binds NULL.
    package func bindNull(_ index: Int32) { check(sqlite3_bind_null(handle, index)) }

    private func bind(_ index: Int32, utf8 text: UnsafeBufferPointer<UInt8>) {
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

    private func check(_ code: Int32) {
        precondition(code == SQLITE_OK, "cannot bind a value to a parameter of a statement")
    }
}
