import CSQLite
package import Persistence

/// The connection to an SQLite database with a write-ahead log.
///
/// A `DatabaseWriter` or a `DatabaseReader` opens it, and begins and ends its transactions. The
/// statements of a program are parts of them:
///
/// ```swift
/// let connection = try writer.read { $0.sqlite }
/// let insert = try connection.statement("INSERT INTO note (text) VALUES (?)")
/// try writer.write { _ in
///     for text in texts {
///         insert.bind(1, text)
///         try insert.run()
///     }
/// }
/// ```
///
/// Any number of connections may read while one writes. A symbolic link in place of the database
/// is refused. The connection and its statements are confined to the scheduler on which they are
/// made. Every call blocks on the disk. The database is closed when the connection and all of its
/// statements are released.
package final class SQLConnection: EngineConnection {  // not @Schedulable: one caller at a time
    let database: SQLDatabase
    private let beginReading: SQLStatement
    private let beginWriting: SQLStatement
    private let commitStatement: SQLStatement
    private let rollBackStatement: SQLStatement
    /// Whether a commit waits for the disk; `nil` before the first one.
    private var isDurable: Bool?
    /// Whether a transaction was begun, which SQLite may have rolled back since.
    private var isBegun = false
    /// The statements of models.
    var models = SQLModelStatements()

    init(
        at path: String, program: Int32, isReadOnly: Bool, settings: SQLSettings
    ) throws(PersistenceError) {
        let database = try SQLDatabase(
            at: path, program: program, isReadOnly: isReadOnly, settings)
        beginReading = try SQLStatement("BEGIN", on: database)
        beginWriting = try SQLStatement("BEGIN IMMEDIATE", on: database)
        commitStatement = try SQLStatement("COMMIT", on: database)
        rollBackStatement = try SQLStatement("ROLLBACK", on: database)
        self.database = database
    }

    /// Prepares a statement for repeated use.
    package func statement(_ sql: String) throws(PersistenceError) -> SQLStatement {
        try SQLStatement(sql, on: database)
    }

    /// Runs statements without parameters and results, separated by semicolons.
    package func execute(_ sql: String) throws(PersistenceError) { try database.execute(sql) }

    package func begin(_ kind: TransactionKind) throws(PersistenceError) {
        switch kind {
        case .reading: try beginReading.run()
        case .writing(let isDurable):
            if self.isDurable != isDurable {
                try execute("PRAGMA synchronous = \(isDurable ? "FULL" : "NORMAL")")
                self.isDurable = isDurable
            }
            try beginWriting.run()
        }
        isBegun = true
    }

    package func commit() throws(PersistenceError) {
        try requireTransaction()
        try commitStatement.run()
        isBegun = false
    }

    package func rollBack() {
        if isInTransaction { _ = try? rollBackStatement.run() }
        isBegun = false
    }

    /// Throws if SQLite has rolled the transaction back, as after errors such as a full disk.
    ///
    /// Each later statement would be a separate transaction.
    func requireTransaction() throws(PersistenceError) {
        guard !isBegun || isInTransaction else {
            throw PersistenceError(.failed, "an earlier error has rolled the transaction back")
        }
    }

    private var isInTransaction: Bool { sqlite3_get_autocommit(database.handle) == 0 }

    /// Checks the whole database, except for the comparison of indexes with tables.
    ///
    /// - Throws: `.damaged` with the first finding.
    package func checkIntegrity() throws {
        let finding = try statement("PRAGMA quick_check(1)").first { $0.text(0) }
        guard finding == "ok" else {
            // The check reports a page that cannot be read as a finding.
            throw PersistenceError(
                SQLITE_CORRUPT, on: database.handle, "check \(database.path)", database.path,
                reason: finding ?? "the integrity check gave no result")
        }
    }

    /// Releases the cached pages that no statement uses, and returns their size in bytes.
    @discardableResult package func releaseMemory() -> Int {
        let before = cacheUse
        sqlite3_db_release_memory(database.handle)
        return before - cacheUse
    }

    /// The size of the page cache in bytes.
    private var cacheUse: Int {
        var (used, highest) = (Int32(0), Int32(0))
        sqlite3_db_status(database.handle, SQLITE_DBSTATUS_CACHE_USED, &used, &highest, 0)
        return Int(used)
    }
}

extension ReadSession {
    /// The connection of a database whose engine is `SQLiteEngine`, for statements without models.
    package var sqlite: SQLConnection {
        guard let connection = connection as? SQLConnection else {
            preconditionFailure("the database was opened by another engine")
        }
        return connection
    }
}
