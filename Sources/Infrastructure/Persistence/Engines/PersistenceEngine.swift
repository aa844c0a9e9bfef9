/// A kind of databases, such as SQLite, which opens them.
///
/// The writer and each reader of a `Database` open a connection of their own, each on its
/// scheduler and concurrently with the others. The calls may block on the disk.
public protocol PersistenceEngine: Sendable {
    /// Opens the database at a place; a writer creates it if it is missing, a reader needs it.
    ///
    /// - Parameters:
    ///   - place: the place of the database.
    ///   - program: the mark of the program's databases; an empty database gets it.
    ///   - isReadOnly: whether the connection only reads.
    /// - Throws: `.foreign` for a database of another program; `.cannotOpen`, `.damaged`,
    ///   `.locked`.
    func open(
        _ place: DatabasePlace, program: Int32, isReadOnly: Bool
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
}

/// An open database; one caller at a time uses it.
///
/// A statement that fails changes nothing, and its transaction continues. An engine that must end
/// the transaction instead, such as on a full disk, refuses each later statement and the commit.
///
/// The caller is the writer or a reader of a `Database`, on its scheduler; a call may block on the
/// disk. All calls are within a transaction.
public protocol EngineConnection: AnyObject {
    /// Begins a transaction; there is at most one.
    ///
    /// - Throws: `.locked` if another connection writes for longer than the time limit.
    func begin(_ kind: TransactionKind) throws(PersistenceError)
    /// Ends the transaction, and keeps its changes; after an error it is still open.
    func commit() throws(PersistenceError)
    /// Rolls the transaction back, if there is one.
    func rollBack()

    /// Passes each row of a query to `body`, until it returns `false`.
    func select(
        _ query: TableQuery, _ body: (any RowReader) throws(PersistenceError) -> Bool
    ) throws(PersistenceError)
    /// Counts the rows of a query.
    func count(_ query: TableQuery) throws(PersistenceError) -> Int
    /// Stores a row, which `write` fills.
    ///
    /// - Parameter replaces: whether it replaces a row with its key.
    /// - Throws: `.conflict`, `.unwritable`.
    func insert(
        into table: TableSchema, replaces: Bool,
        _ write: (any RowWriter) throws(PersistenceError) -> Void
    ) throws(PersistenceError)
    /// Deletes the rows of a query, and returns their number.
    func delete(_ query: TableQuery) throws(PersistenceError) -> Int

    /// The names of the tables.
    func tables() throws(PersistenceError) -> Set<String>
    /// Changes the tables as a step of a migration states.
    func apply(_ step: MigrationStep) throws(PersistenceError)
}
