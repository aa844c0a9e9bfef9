import DurableFiles
package import Persistence

/// An open SQLite database, as the connection of an engine.
///
/// `ReadSession.connection(of:)` returns it for hot statements, which use `connection` directly.
package final class SQLiteConnection: EngineConnection {  // not @Schedulable: one caller at a time
    /// The connection below it, for statements and rows without models.
    package let connection: SQLConnection
    private let program: Int32
    private let cache: SQLStatementCache
    /// The beginnings of queries with their tables, whose addresses must not be used by others.
    private var selections: [ObjectIdentifier: (table: TableSchema, text: String)] = [:]
    /// The results of `statements(_:)` by their types.
    private var preparedStatements: [ObjectIdentifier: AnyObject] = [:]
    private var insertions: [InsertionKey: Insertion] = [:]
    private var kind: TransactionKind?
    /// The number of transactions so far.
    private var transaction = 0
    package private(set) var changedTables: Set<String> = []

    private struct InsertionKey: Hashable {
        let table: ObjectIdentifier
        let kind: InsertionKind
    }

    private final class Insertion {  // not @Schedulable: confined to its connection
        /// The table, whose address must not be used by another one.
        let table: TableSchema
        let writer: SQLiteRowWriter
        let changedTables: Set<String>
        /// The last transaction in which `changedTables` were recorded.
        var transaction = 0

        init(_ table: TableSchema, _ prepared: SQLStatementCache.Prepared) {
            self.table = table
            writer = SQLiteRowWriter(table, prepared.statement)
            changedTables = prepared.changedTables
        }
    }

    init(_ connection: SQLConnection, program: Int32) {
        self.connection = connection
        self.program = program
        cache = SQLStatementCache(connection)
    }

    package func begin(_ kind: TransactionKind) throws(PersistenceError) {
        changedTables = []
        transaction += 1
        try mapSQLErrors { () throws(SQLError) in
            switch kind {
            case .reading: try connection.begin(isWriting: false)
            case .writing(let isDurable):
                try connection.setDurability(isDurable ? .full : .atomic)
                try connection.begin(isWriting: true)
            case .migrating:
                try connection.setDurability(.full)
                // Without effect within a transaction.
                try connection.execute("PRAGMA foreign_keys = OFF")
                do throws(SQLError) {
                    try connection.begin(isWriting: true)
                    try connection.execute("PRAGMA application_id = \(program)")
                } catch {
                    connection.rollBack()
                    try? connection.execute("PRAGMA foreign_keys = ON")
                    throw error
                }
            }
        }
        self.kind = kind
    }

    package func commit() throws(PersistenceError) {
        try requireTransaction()
        if kind == .migrating { try checkReferences() }
        try mapSQLErrors { () throws(SQLError) in try connection.commit() }
        try mapSQLErrors { () throws(SQLError) in try end() }
    }

    package func rollBack() {
        guard kind != nil else { return }
        connection.rollBack()
        try? end()
    }

    /// Throws if SQLite has rolled the transaction back, as after errors such as a full disk.
    ///
    /// Each later statement would be a separate transaction.
    private func requireTransaction() throws(PersistenceError) {
        guard kind == nil || connection.isInTransaction else {
            throw PersistenceError(
                .failed, "an earlier error has rolled the transaction back")
        }
    }

    private func end() throws(SQLError) {
        let wasMigrating = kind == .migrating
        kind = nil
        guard wasMigrating else { return }
        cache.removeAll()
        insertions = [:]
        selections = [:]
        try connection.execute("PRAGMA foreign_keys = ON")
    }

    private func checkReferences() throws(PersistenceError) {
        let check = try mapSQLErrors { () throws(SQLError) in
            try connection.statement("PRAGMA foreign_key_check")
        }
        defer { check.reset() }
        guard try mapSQLErrors({ () throws(SQLError) in try check.step() }) else { return }
        throw PersistenceError(
            .missingReference,
            "a row refers to a row of table '\(check.row.text(2))' that does "
                + "not exist", table: check.row.text(0))
    }

    package func setSavepoint() throws(PersistenceError) { try run("SAVEPOINT nested") }

    package func releaseSavepoint() throws(PersistenceError) { try run("RELEASE nested") }

    package func rollBackToSavepoint() {
        // After some errors, such as a full disk, SQLite has ended the transaction already.
        try? run("ROLLBACK TO nested")
        try? run("RELEASE nested")
    }

    private func run(_ sql: String) throws(PersistenceError) {
        let text = SQLText(sql)
        _ = try withStatement(text, table: nil) { (statement) throws(SQLError) in
            try statement.run()
        }
    }

    package func select(
        _ query: TableQuery, _ body: (any RowReader) throws(PersistenceError) -> Bool
    ) throws(PersistenceError) {
        try requireTransaction()
        let table = query.table
        var text = SQLText(selection(of: table))
        text.addClauses(of: query)
        let prepared = try cache.take(text, table: table.name)
        defer { cache.give(prepared, for: text) }
        let statement = prepared.statement
        defer { statement.reset() }
        let row = SQLiteRowReader(table, statement)
        while try mapSQLErrors(table: table.name, { () throws(SQLError) in try statement.step() }) {
            guard try body(row) else { return }
        }
    }

    /// The beginning of a query of a table, up to its name.
    private func selection(of table: TableSchema) -> String {
        if let known = selections[ObjectIdentifier(table)] { return known.text }
        let columns = table.columns.map { SQLText.quoted($0.name) }.joined(separator: ", ")
        let text = "SELECT \(columns) FROM \(SQLText.quoted(table.name))"
        // Migrations make tables of their own, which are not kept.
        if kind != .migrating { selections[ObjectIdentifier(table)] = (table, text) }
        return text
    }

    package func count(_ query: TableQuery) throws(PersistenceError) -> Int {
        let name = SQLText.quoted(query.table.name)
        var text: SQLText
        if query.limit == nil && query.offset == 0 {
            text = SQLText("SELECT count(*) FROM \(name)")
            text.addWhere(query.predicate, in: query.table)
        } else {
            text = SQLText("SELECT count(*) FROM (SELECT 1 FROM \(name)")
            text.addClauses(of: query)
            text.add(")")
        }
        return try withStatement(text, table: query.table.name) { (statement) throws(SQLError) in
            defer { statement.reset() }
            return try statement.step() ? Int(statement.row.integer(0)) : 0
        }
    }

    package func insert(
        into table: TableSchema, _ kind: InsertionKind,
        _ write: (any RowWriter) throws(PersistenceError) -> Void
    ) throws(PersistenceError) {
        try requireTransaction()
        let insertion = try insertion(into: table, kind)
        try write(insertion.writer)
        _ = try mapSQLErrors(table: table.name) { () throws(SQLError) in
            try insertion.writer.statement.run()
        }
        if insertion.transaction != transaction {
            insertion.transaction = transaction
            changedTables.formUnion(insertion.changedTables)
        }
    }

    private func insertion(
        into table: TableSchema, _ kind: InsertionKind
    ) throws(PersistenceError) -> Insertion {
        let key = InsertionKey(table: ObjectIdentifier(table), kind: kind)
        if let insertion = insertions[key] { return insertion }
        let names = table.columns.map { SQLText.quoted($0.name) }
        var text = SQLText(
            "INSERT INTO \(SQLText.quoted(table.name)) (\(names.joined(separator: ", "))) VALUES ("
                + names.map { _ in "?" }.joined(separator: ", ") + ")")
        if kind == .upsert {
            let keys = table.keyColumns.map { names[$0] }.joined(separator: ", ")
            let others = names.indices.filter { !table.keyColumns.contains($0) }
                .map { "\(names[$0]) = excluded.\(names[$0])" }
            text.add(" ON CONFLICT (\(keys)) DO ")
            text.add(others.isEmpty ? "NOTHING" : "UPDATE SET \(others.joined(separator: ", "))")
        }
        let prepared = try cache.prepare(text.text, table: table.name)
        let insertion = Insertion(table, prepared)
        insertions[key] = insertion
        return insertion
    }

    package func update(
        _ table: TableSchema, setting values: [(column: Int, value: StoredValue)],
        where predicate: Predicate
    ) throws(PersistenceError) -> Int {
        var text = SQLText("UPDATE \(SQLText.quoted(table.name)) SET ")
        for (number, (column, value)) in values.enumerated() {
            if let fault = value.storageFault {
                throw PersistenceError(
                    .unwritable, fault, table: table.name, column: table.columns[column].name)
            }
            text.add("\(number == 0 ? "" : ", ")\(SQLText.quoted(table.columns[column].name)) = ")
            text.add(value)
        }
        text.addWhere(predicate, in: table)
        return try withStatement(text, table: table.name) { (statement) throws(SQLError) in
            try statement.run()
        }
    }

    package func delete(
        from table: TableSchema, where predicate: Predicate
    ) throws(PersistenceError) -> Int {
        var text = SQLText("DELETE FROM \(SQLText.quoted(table.name))")
        text.addWhere(predicate, in: table)
        return try withStatement(text, table: table.name) { (statement) throws(SQLError) in
            try statement.run()
        }
    }

    package func hasTable(named name: String) throws(PersistenceError) -> Bool {
        var text = SQLText("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ")
        text.add(.text(name))
        return try withStatement(text, table: name) { (statement) throws(SQLError) in
            defer { statement.reset() }
            return try statement.step() && statement.row.integer(0) > 0
        }
    }

    package func isEmpty() throws(PersistenceError) -> Bool {
        let text = SQLText("SELECT count(*) FROM sqlite_master WHERE type = 'table'")
        return try withStatement(text, table: nil) { (statement) throws(SQLError) in
            defer { statement.reset() }
            return try statement.step() && statement.row.integer(0) == 0
        }
    }

    /// Returns the prepared statements of a program, which are made once for each connection.
    package func statements<Statements: AnyObject>(
        _ make: (SQLConnection) throws -> Statements
    ) rethrows -> Statements {
        let key = ObjectIdentifier(Statements.self)
        if let known = preparedStatements[key] as? Statements { return known }
        let made = try make(connection)
        preparedStatements[key] = made
        return made
    }

    package func apply(_ change: SchemaChange) throws(PersistenceError) {
        for sql in SQLText.statements(of: change) {
            try requireTransaction()
            try mapSQLErrors { () throws(SQLError) in try connection.execute(sql) }
        }
    }
}

extension SQLiteConnection {
    /// Runs `body` with a statement whose values are bound.
    private func withStatement<Value>(
        _ text: SQLText, table: String?, _ body: (SQLStatement) throws(SQLError) -> Value
    ) throws(PersistenceError) -> Value {
        try requireTransaction()
        let prepared = try cache.take(text, table: table)
        defer { cache.give(prepared, for: text) }
        let value = try mapSQLErrors(table: table) { () throws(SQLError) in
            try body(prepared.statement)
        }
        changedTables.formUnion(prepared.changedTables)
        return value
    }
}
