import GRDBSQLite

/// The tables that a statement changes, also by its triggers and references.
///
/// SQLite reports them while it prepares the statement.
final class SQLChangeRecorder {  // not @Schedulable: confined to its connection
    private var tables: Set<String>?

    func attach(to connection: SQLConnection) {
        let context = Unmanaged.passUnretained(self).toOpaque()  // detached before its release
        connection.setAuthorizer(context) { context, action, name, _, _, _ in
            let isChange =
                action == SQLITE_INSERT || action == SQLITE_UPDATE || action == SQLITE_DELETE
            if isChange, let context, let name {
                Unmanaged<SQLChangeRecorder>.fromOpaque(context)  // the object of `attach`
                    .takeUnretainedValue().tables?.insert(String(cString: name))
            }
            return SQLITE_OK
        }
    }

    func detach(from connection: SQLConnection) { connection.setAuthorizer(nil, nil) }

    /// Runs `body`, which prepares a statement, and returns the tables that the statement changes.
    func recording<Value>(
        _ body: () throws(SQLError) -> Value
    ) throws(SQLError) -> (Value, Set<String>) {
        tables = []
        defer { tables = nil }
        let value = try body()
        return (value, tables ?? [])
    }
}
