package import DurableFiles
import Foundation
import GRDB
import GRDBSQLite

/// The connection to an SQLite database with a write-ahead log.
///
/// ```swift
/// let connection = try SQLConnection(writing: path, schema: schema)
/// let insert = try connection.statement("INSERT INTO note (text) VALUES (?)")
/// try connection.write(.full) {
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
package final class SQLConnection {
    /// The path of the database.
    package let path: String
    /// The owner of the open database.
    private let queue: DatabaseQueue
    private let handle: OpaquePointer
    private let beginReading: SQLStatement
    private let beginWriting: SQLStatement
    private let commitStatement: SQLStatement
    private let rollBackStatement: SQLStatement
    /// The durability of a commit; with a write-ahead log, GRDB sets `.atomic` by default.
    private var durability = Durability.atomic

    /// Opens the database at `path` for writing: creates it if it is missing, and migrates it.
    ///
    /// - Throws: `.foreign`, `.newerSchema`, or an error of SQLite.
    package convenience init(
        writing path: String, schema: SQLSchema, settings: SQLSettings = SQLSettings()
    ) throws(SQLError) {
        let queue = try Self.open(path, schema, settings.configuration(of: path, isReadOnly: false))
        do { try schema.migrate(queue) } catch {
            throw SQLError(
                error, on: queue.unsafeReentrantRead { $0.sqliteConnection }, path: path,
                operation: "migrate")
        }
        try self.init(queue, path: path)
    }

    /// Opens the database at `path` for reading; its schema may be older than `schema`.
    ///
    /// - Throws: `.empty`, `.foreign`, `.newerSchema`, or an error of SQLite.
    package convenience init(
        reading path: String, schema: SQLSchema, settings: SQLSettings = SQLSettings()
    ) throws(SQLError) {
        try self.init(Self.openForReading(path, schema, settings), path: path)
    }

    /// Opens the database at `path`, whatever tables it has.
    convenience init(
        at path: String, isReadOnly: Bool, settings: SQLSettings
    ) throws(SQLError) {
        try self.init(
            isReadOnly
                ? Self.openForReading(path, nil, settings)
                : Self.open(path, nil, settings.configuration(of: path, isReadOnly: false)),
            path: path)
    }

    private init(_ queue: DatabaseQueue, path: String) throws(SQLError) {
        guard let handle = queue.unsafeReentrantRead({ $0.sqliteConnection }) else {
            preconditionFailure("the database is closed while its queue is in use")
        }
        // GRDB's callbacks need its queue, and their objects may end before the last statement.
        _ = sqlite3_commit_hook(handle, nil, nil)
        _ = sqlite3_rollback_hook(handle, nil, nil)
        sqlite3_set_authorizer(handle, nil, nil)
        beginReading = try SQLStatement("BEGIN", on: handle, path: path)
        beginWriting = try SQLStatement("BEGIN IMMEDIATE", on: handle, path: path)
        commitStatement = try SQLStatement("COMMIT", on: handle, path: path)
        rollBackStatement = try SQLStatement("ROLLBACK", on: handle, path: path)
        self.queue = queue
        self.handle = handle
        self.path = path
    }

    /// Prepares a statement for repeated use.
    package func statement(_ sql: String) throws(SQLError) -> SQLStatement {
        try SQLStatement(sql, on: handle, path: path)
    }

    /// Runs statements without parameters and results, separated by semicolons.
    package func execute(_ sql: String) throws(SQLError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else {
            throw SQLError(
                code, on: handle, path: path, operation: "access", statement: sql,
                reason: sqlite3_errmsg(handle).map { String(cString: $0) })
        }
    }

    /// Runs `body`, which only reads: all of its statements see the same state of the database.
    ///
    /// In the body of `read` or `write`, it is a part of that transaction.
    package func read<Value>(_ body: () throws -> Value) throws -> Value {
        guard isInTransaction else { return try transaction(beginReading, body) }
        return try body()
    }

    /// Runs `body`, which writes, in one transaction: all of its changes survive or none.
    ///
    /// - Parameter durability: whether the changes survive a power cut as soon as the call has
    ///   returned, which waits for the disk, or only when the next full write has returned.
    package func write<Value>(_ durability: Durability, _ body: () throws -> Value) throws -> Value
    {
        try setDurability(durability)
        return try transaction(beginWriting, body)
    }

    /// Returns the names of the columns of `table`; none if it does not exist.
    package func columns(of table: String) throws -> Set<String> {
        let info = try statement("SELECT name FROM pragma_table_info(?)")
        info.bind(1, table)
        var names: Set<String> = []
        try info.forEachRow { names.insert($0.text(0)) }
        return names
    }

    /// Checks the whole database, except for the comparison of indexes with tables.
    ///
    /// - Throws: `.damaged` with the first finding.
    package func checkIntegrity() throws {
        let finding = try statement("PRAGMA quick_check(1)").first { $0.text(0) }
        guard finding == "ok" else {
            // The check reports a page that cannot be read as a finding.
            throw SQLError(
                SQLITE_CORRUPT, on: handle, path: path, operation: "check",
                reason: finding ?? "the integrity check gave no result")
        }
    }

    /// Releases the cached pages that no statement uses, and returns their size in bytes.
    @discardableResult package func releaseMemory() -> Int {
        let before = cacheUse
        sqlite3_db_release_memory(handle)
        return before - cacheUse
    }

    /// The size of the page cache in bytes.
    private var cacheUse: Int {
        var (used, highest) = (Int32(0), Int32(0))
        sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_USED, &used, &highest, 0)
        return Int(used)
    }

    /// Sets the durability of the commits from now on.
    func setDurability(_ durability: Durability) throws(SQLError) {
        guard self.durability != durability else { return }
        try execute("PRAGMA synchronous = \(durability == .full ? "FULL" : "NORMAL")")
        self.durability = durability
    }

    /// Begins a transaction.
    func begin(isWriting: Bool) throws(SQLError) {
        try (isWriting ? beginWriting : beginReading).run()
    }

    /// Commits the transaction.
    func commit() throws(SQLError) { try commitStatement.run() }

    /// Rolls the transaction back, unless SQLite has done so after an error such as a full disk.
    func rollBack() {
        if isInTransaction { _ = try? rollBackStatement.run() }
    }

    /// Sets the function that SQLite calls for each access of a statement that it prepares.
    func setAuthorizer(
        _ context: UnsafeMutableRawPointer?,
        _ authorizer: (
            @convention(c) (
                UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
                UnsafePointer<CChar>?, UnsafePointer<CChar>?
            ) -> Int32
        )?
    ) {
        sqlite3_set_authorizer(handle, authorizer, context)
    }

    /// Sets the function that SQLite calls when a statement begins.
    func setTrace(
        _ context: UnsafeMutableRawPointer?,
        _ receive: (
            @convention(c) (
                UInt32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?,
                UnsafeMutableRawPointer?
            ) -> Int32
        )?
    ) {
        let events = receive == nil ? 0 : UInt32(SQLITE_TRACE_STMT)
        sqlite3_trace_v2(handle, events, receive, context)
    }

    /// Whether a transaction is open; an error such as a full disk ends it.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    private func transaction<Value>(
        _ begin: SQLStatement, _ body: () throws -> Value
    ) throws -> Value {
        try begin.run()
        do {
            let value = try body()
            try commit()
            return value
        } catch {
            rollBack()
            throw error
        }
    }
}

extension SQLConnection {
    private static func openForReading(
        _ path: String, _ schema: SQLSchema?, _ settings: SQLSettings
    ) throws(SQLError) -> DatabaseQueue {
        let configuration = settings.configuration(of: path, isReadOnly: true)
        do throws(SQLError) {
            return try open(path, schema, configuration)
        } catch  where error.code == .cannotOpen && isImmutable(path) {
            // SQLite writes beside a database with a log even to read it, unless it is opened as
            // immutable.
            return try open(path, schema, configuration, options: "&immutable=1")
        }
    }

    /// Opens the database, and rejects one that does not fit `schema`.
    private static func open(
        _ path: String, _ schema: SQLSchema?, _ configuration: Configuration, options: String = ""
    ) throws(SQLError) -> DatabaseQueue {
        do {
            let name = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
            let queue = try DatabaseQueue(
                path: "file:\(name)?vfs=\(NoFollowVFS.name)\(options)",
                configuration: configuration)
            try queue.unsafeReentrantRead { database in
                do { try check(database, schema, path: path) } catch {
                    throw SQLError(
                        error, on: database.sqliteConnection, path: path, operation: "open")
                }
            }
            return queue
        } catch {
            throw SQLError(error, path: path, operation: "open")
        }
    }

    /// Rejects a database of another program or of a newer version; without a schema, none.
    private static func check(_ database: Database, _ schema: SQLSchema?, path: String) throws {
        func rejection(_ code: SQLError.Code, _ reason: String) -> SQLError {
            SQLError(code, path: path, operation: "open", reason: reason)
        }
        // Without a schema, too: SQLite opens the file when it is read first.
        let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master")
        guard let schema else { return }
        guard count != 0 else {
            guard database.configuration.readonly else { return }
            throw rejection(.empty, "it has no tables yet")
        }
        guard try Int32.fetchOne(database, sql: "PRAGMA application_id") == schema.applicationID
        else {
            throw rejection(.foreign, "it is a database of another program")
        }
        if try schema.migrator.hasBeenSuperseded(database) {
            throw rejection(.newerSchema, "a newer version of the program has written it")
        }
    }

    /// Whether the folder is not writable, and the database is complete without a log.
    private static func isImmutable(_ path: String) -> Bool {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { path[..<path.utf8.index(after: $0)] } ?? "."
        var log = stat()
        let isComplete = lstat(path + "-wal", &log) != 0 || log.st_size == 0
        return isComplete && access(String(folder), W_OK) != 0
    }
}
