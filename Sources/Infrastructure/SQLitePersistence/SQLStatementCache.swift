import Persistence

/// The prepared statements of a connection by their texts.
final class SQLStatementCache {  // not @Schedulable: confined to its connection
    struct Prepared {
        let statement: SQLStatement
        /// The tables that the statement changes.
        let changedTables: Set<String>
    }

    private let connection: SQLConnection
    private let changes = SQLChangeRecorder()
    private var statements: [String: Prepared] = [:]

    /// The number of statements that are kept, and the longest text of one.
    private static let limit = (count: 100, length: 4_096)

    init(_ connection: SQLConnection) {
        self.connection = connection
        changes.attach(to: connection)
    }

    deinit { changes.detach(from: connection) }

    func removeAll() { statements = [:] }

    /// Takes a statement out, so that a nested use prepares another one, and binds its values.
    func take(_ text: SQLText, table: String?) throws(PersistenceError) -> Prepared {
        let prepared: Prepared
        if let cached = statements.removeValue(forKey: text.text) {
            prepared = cached
        } else {
            prepared = try prepare(text.text, table: table)
        }
        for (index, value) in text.values.enumerated() {
            prepared.statement.bind(Int32(index) + 1, value)
        }
        return prepared
    }

    /// Puts a statement back.
    func give(_ prepared: Prepared, for text: SQLText) {
        guard text.text.utf8.count <= Self.limit.length else { return }
        if statements.count >= Self.limit.count { statements = [:] }
        statements[text.text] = prepared
    }

    /// Prepares a statement that the caller keeps.
    func prepare(_ sql: String, table: String?) throws(PersistenceError) -> Prepared {
        let (statement, tables) = try mapSQLErrors(table: table) { () throws(SQLError) in
            try changes.recording { () throws(SQLError) in try connection.statement(sql) }
        }
        return Prepared(statement: statement, changedTables: tables)
    }
}
