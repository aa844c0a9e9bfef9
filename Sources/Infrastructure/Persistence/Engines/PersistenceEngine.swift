/// An implementation of databases, such as SQLite, which opens them.
///
/// `PersistenceConformance` of `PersistenceTestKit` checks an engine of your own.
///
/// The writer and each reader of a `Database` open connections of their own, each on its scheduler
/// and concurrently with the others. The calls may block on the disk.
public protocol PersistenceEngine: Sendable {
    /// Opens the database at a place for writing, and creates it if it is missing.
    ///
    /// - Throws: `.foreign` for a database of another program; `.cannotOpen`, `.damaged`,
    ///   `.locked`.
    func openForWriting(
        _ place: DatabasePlace, program: Int32
    ) throws(PersistenceError) -> any EngineConnection

    /// Opens the database at a place for reading; it must exist.
    ///
    /// - Throws: `.foreign` for a database of another program; `.cannotOpen`, `.damaged`,
    ///   `.locked`.
    func openForReading(
        _ place: DatabasePlace, program: Int32
    ) throws(PersistenceError) -> any EngineConnection
}

/// The kind of a transaction.
public enum TransactionKind: Sendable, Hashable {
    /// The transaction reads: all of its reads see the same state, and none waits for a writer.
    case reading
    /// The transaction writes: all of its changes survive the end of the process, or none.
    ///
    /// With `isDurable` they also survive a power cut once the commit has returned.
    case writing(isDurable: Bool)
    /// The transaction changes tables; references are checked at its end only.
    case migrating
}

/// The reaction to an existing row with the same key, when a row is stored.
public enum InsertionKind: Sendable, Hashable {
    /// A row with an equal key is an error.
    case insert
    /// A row with an equal key is replaced.
    case upsert
}

/// An open database; one caller at a time uses it.
///
/// A statement that fails changes nothing, and its transaction continues. An engine that must end
/// the transaction instead, such as on a full disk, refuses each later statement and the commit.
///
/// The caller is the writer or a reader of a `Database`, on its scheduler; a call may block on the
/// disk. All statements run within a transaction.
public protocol EngineConnection: AnyObject {
    /// Begins a transaction; there is at most one.
    ///
    /// - Throws: `.locked` if another connection writes for longer than the time limit.
    func begin(_ kind: TransactionKind) throws(PersistenceError)
    /// Ends the transaction, and keeps its changes.
    ///
    /// - Throws: `.missingReference` at the end of a migration. The transaction is then still open.
    func commit() throws(PersistenceError)
    /// Rolls the transaction back, if there is one.
    func rollBack()
    /// Sets a savepoint within the transaction; savepoints nest.
    func setSavepoint() throws(PersistenceError)
    /// Removes the last savepoint, and keeps the changes since.
    func releaseSavepoint() throws(PersistenceError)
    /// Removes the last savepoint, and rolls back the changes since.
    func rollBackToSavepoint()

    /// Passes each row of a query to `body`, until it returns `false`.
    func select(
        _ query: TableQuery, _ body: (any RowReader) throws(PersistenceError) -> Bool
    ) throws(PersistenceError)
    /// Counts the rows of a query; its limit and offset apply.
    func count(_ query: TableQuery) throws(PersistenceError) -> Int
    /// Stores a row, which `write` fills.
    ///
    /// - Throws: `.conflict`, `.missingReference`, `.unwritable`.
    func insert(
        into table: TableSchema, _ kind: InsertionKind,
        _ write: (any RowWriter) throws(PersistenceError) -> Void
    ) throws(PersistenceError)
    /// Sets columns of the rows for which the condition holds, and returns their number.
    ///
    /// - Throws: `.conflict`, `.missingReference`, `.unwritable`.
    func update(
        _ table: TableSchema, setting values: [(column: Int, value: StoredValue)],
        where predicate: Predicate
    ) throws(PersistenceError) -> Int
    /// Deletes the rows for which the condition holds, and returns their number.
    ///
    /// The rows that refer to them with `.cascade` are deleted, too, and not counted.
    ///
    /// - Throws: `.missingReference` if other rows refer to one of them.
    func delete(
        from table: TableSchema, where predicate: Predicate
    ) throws(PersistenceError) -> Int
    /// The names of the tables that statements of the transaction may have changed.
    var changedTables: Set<String> { get }

    /// Whether a table exists.
    func hasTable(named name: String) throws(PersistenceError) -> Bool
    /// Whether the database has no table.
    func isEmpty() throws(PersistenceError) -> Bool
    /// Makes a change of the tables; the transaction is a migration.
    func apply(_ change: SchemaChange) throws(PersistenceError)
}

/// A change of the tables that an engine makes by itself.
///
/// An engine makes it within the transaction of a migration (`EngineConnection.apply(_:)`). For
/// every other change, `Persistence` copies the rows into a new table.
public enum SchemaChange: Sendable, Hashable {
    /// A new table.
    case createTable(TableSchema)
    /// The end of a table, with its rows and indexes.
    case dropTable(String)
    /// Another name of a table; references of other tables follow it.
    case renameTable(String, to: String)
    /// A new column, whose value in the existing rows is null, an integer, or text without NUL.
    case addColumn(ColumnSchema, StoredValue, to: String)
    /// Another name of a column.
    case renameColumn(String, to: String, in: String)
    /// A new index.
    case createIndex(IndexSchema)
    /// The end of an index.
    case dropIndex(String)
    /// Statements in the engine's own language; an engine of another name ignores them.
    case statements([String], engine: String)
}
