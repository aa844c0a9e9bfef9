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
    private let open: any EngineConnection
    private var isOver = false

    init(_ connection: any EngineConnection) { open = connection }

    func close() { isOver = true }

    /// The connection, for statements in the engine's own language.
    ///
    /// Its transaction ends with the closure of the session.
    public var connection: any EngineConnection {
        precondition(!isOver, "a session was used after the end of its closure")
        return open
    }

    /// Returns all rows of a query.
    public func all<Root: Model>(_ query: Query<Root>) throws(PersistenceError) -> [Root] {
        var found: [Root] = []
        try connection.select(query.tableQuery) { (row) throws(PersistenceError) in
            found.append(try Root(from: row))
            return true
        }
        return found
    }

    /// Returns the first row of a query; `nil` if there is none.
    public func first<Root: Model>(_ query: Query<Root>) throws(PersistenceError) -> Root? {
        try all(query.limit(1)).first
    }

    /// Returns the row with a key; `nil` if there is none.
    public func find<Root: Model>(
        _ model: Root.Type, _ key: Root.KeyValue
    ) throws(PersistenceError) -> Root? {
        var found: Root?
        try connection.select(Root.query(ofKey: Root.storedKey(key))) {
            (row) throws(PersistenceError) in
            found = try Root(from: row)
            return false
        }
        return found
    }

    /// Counts the rows of a query.
    public func count<Root: Model>(_ query: Query<Root>) throws(PersistenceError) -> Int {
        try connection.count(query.tableQuery)
    }
}
