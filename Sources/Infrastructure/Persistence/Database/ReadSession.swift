/// The connections that a session reads.
protocol SessionSource: AnyObject {
    /// The connection of a role, within a transaction.
    ///
    /// - Throws: `.notAttached`.
    func connection(for role: DatabaseRole) throws(PersistenceError) -> any EngineConnection
    /// The databases of a role with their connections: the attached one, and those to read only.
    func sources(of role: DatabaseRole) throws(PersistenceError) -> [SessionDatabase]
}

/// A database of a merged query.
struct SessionDatabase {
    let place: DatabasePlace
    let connection: Result<any EngineConnection, PersistenceError>
}

/// The reads of one transaction, which all see the same state of a database.
///
/// ```swift
/// let transfers = try await database.read { session in
///     try session.all(Transfer.where { $0.state == .waiting }.order(by: \.offset).limit(20))
/// }
/// ```
///
/// A session is valid during the call of its closure only, and traps after it.
public class ReadSession {  // not @Schedulable: confined to the call of a closure
    private let source: any SessionSource
    private var isOver = false

    init(_ source: any SessionSource) { self.source = source }

    func close() { isOver = true }

    func connection(for table: TableSchema) throws(PersistenceError) -> any EngineConnection {
        precondition(!isOver, "a session was used after the end of its closure")
        return try source.connection(for: table.role)
    }

    func sources(of table: TableSchema) throws(PersistenceError) -> [SessionDatabase] {
        precondition(!isOver, "a session was used after the end of its closure")
        return try source.sources(of: table.role)
    }

    /// Returns the connection of a role, for statements in the engine's own language.
    ///
    /// The connection must not be used after the closure of the session.
    public func connection(of role: DatabaseRole) throws(PersistenceError) -> any EngineConnection {
        precondition(!isOver, "a session was used after the end of its closure")
        return try source.connection(for: role)
    }

    /// Returns all rows of a query.
    public func all<Root: Model>(_ query: Query<Root>) throws(PersistenceError) -> [Root] {
        var found: [Root] = []
        try rows(of: query) { (row) throws(PersistenceError) in
            found.append(try Root(from: row))
            return true
        }
        return found
    }

    /// Returns the first row of a query; `nil` if there is none.
    public func first<Root: Model>(_ query: Query<Root>) throws(PersistenceError) -> Root? {
        var found: Root?
        let first = query.limit(min(query.rowLimit ?? 1, 1), offset: query.rowOffset)
        try rows(of: first) { (row) throws(PersistenceError) in
            found = try Root(from: row)
            return false
        }
        return found
    }

    /// Returns the row with a key; `nil` if there is none.
    public func find<Root: Model>(
        _ model: Root.Type, _ key: Root.KeyValue
    ) throws(PersistenceError) -> Root? {
        var found: Root?
        let predicate = try Root.keyPredicate(Root.storedKey(key))
        let query = TableQuery(Root.table, predicate)
        try connection(for: Root.table).select(query) { (row) throws(PersistenceError) in
            found = try Root(from: row)
            return false
        }
        return found
    }

    /// Calls `body` for each row of a query, without an array of all of them.
    public func forEach<Root: Model>(
        _ query: Query<Root>, _ body: (Root) throws -> Void
    ) throws {
        var failure: (any Error)?
        try rows(of: query) { (row) throws(PersistenceError) in
            let value = try Root(from: row)
            do { try body(value) } catch { failure = error }
            return failure == nil
        }
        if let failure { throw failure }
    }

    /// Counts the rows of a query; its limit and offset apply.
    public func count<Root: Model>(_ query: Query<Root>) throws(PersistenceError) -> Int {
        try connection(for: Root.table).count(try query.tableQuery(isOrdered: false))
    }

    /// Whether a query has a row.
    public func exists<Root: Model>(_ query: Query<Root>) throws(PersistenceError) -> Bool {
        try count(query.limit(min(query.rowLimit ?? 1, 1), offset: query.rowOffset)) > 0
    }

    /// Returns the rows of a query after a position, as many as its limit.
    ///
    /// This is keyset pagination: unlike an offset, a position costs the same for every page of an
    /// index, and stays valid while rows are inserted and deleted. Later pages cost more if the
    /// first order is an optional column in descending order: absent values are the last ones in
    /// this order, but the first ones of the index.
    ///
    /// - Parameters:
    ///   - query: the query with a limit and without an offset.
    ///   - position: the end of the previous page; `nil` for the first page.
    public func page<Root: Model>(
        _ query: Query<Root>, after position: PagePosition? = nil
    ) throws(PersistenceError) -> Page<Root> {
        let limit = try query.pageLimit()
        var next = query.limit(limit + 1)
        if let position {
            next = next.filtered(.after(position.values, in: query.totalOrder, of: Root.table))
        }
        var rows = try all(next)
        guard rows.count > limit else { return Page(rows: rows, next: nil) }
        rows.removeLast()
        guard let last = rows.last else { return Page(rows: rows, next: nil) }
        let values = try last.rowValues()
        return Page(
            rows: rows,
            next: PagePosition(values: query.totalOrder.map { values[$0.column] }, place: nil))
    }

    private func rows<Root: Model>(
        of query: Query<Root>, _ body: (any RowReader) throws(PersistenceError) -> Bool
    ) throws(PersistenceError) {
        try connection(for: Root.table).select(try query.tableQuery(), body)
    }
}

extension Query {
    /// The number of rows of a page.
    func pageLimit() throws(PersistenceError) -> Int {
        guard let rowLimit, rowLimit > 0, rowOffset == 0 else {
            throw PersistenceError(
                .invalidQuery, "the query of a page has a limit of at least 1, and no offset",
                table: Root.table.name)
        }
        return rowLimit
    }
}

extension Model {
    /// The condition that a row has a key.
    static func keyPredicate(_ key: [StoredValue]) throws(PersistenceError) -> Predicate {
        let parts = zip(table.keyColumns, key).map { Predicate.comparison($0, .equal, $1) }
        let predicate = parts.count == 1 ? parts[0] : .all(parts)
        try predicate.validate()
        return predicate
    }

    /// The condition that a row has the key of another one.
    static func keyPredicate(of row: [StoredValue]) throws(PersistenceError) -> Predicate {
        try keyPredicate(table.keyColumns.map { row[$0] })
    }
}
