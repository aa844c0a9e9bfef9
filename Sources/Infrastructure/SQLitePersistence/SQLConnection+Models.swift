package import Persistence

extension SQLConnection {
    package func select(
        _ query: TableQuery, _ body: (any RowReader) throws(PersistenceError) -> Bool
    ) throws(PersistenceError) {
        var text = SQLText(selection(of: query.table))
        text.addClauses(of: query)
        try withStatement(text) { (statement) throws(PersistenceError) in
            let row = SQLRowReader(query.table, statement.row)
            while try statement.step() {
                guard try body(row) else { return }
            }
        }
    }

    /// The beginning of a query of a table, up to its name.
    private func selection(of table: TableSchema) -> String {
        if let known = models.selections[ObjectIdentifier(table)] { return known.text }
        let columns = table.columns.map { SQLText.quoted($0.name) }.joined(separator: ", ")
        let text = "SELECT \(columns) FROM \(SQLText.quoted(table.name))"
        models.selections[ObjectIdentifier(table)] = (table, text)
        return text
    }

    package func count(_ query: TableQuery) throws(PersistenceError) -> Int {
        var text = SQLText(
            "SELECT count(*) FROM (SELECT 1 FROM \(SQLText.quoted(query.table.name))")
        text.addClauses(of: query)
        text.add(")")
        return try withStatement(text) { (statement) throws(PersistenceError) in
            try statement.step() ? Int(statement.row.integer(0)) : 0
        }
    }

    package func insert(
        into table: TableSchema, replaces: Bool,
        _ write: (any RowWriter) throws(PersistenceError) -> Void
    ) throws(PersistenceError) {
        try requireTransaction()
        let writer = try insertion(into: table, replaces: replaces)
        try write(writer)
        try writer.statement.run()
    }

    private func insertion(
        into table: TableSchema, replaces: Bool
    ) throws(PersistenceError) -> SQLRowWriter {
        let key = SQLModelStatements.Insertion(
            table: ObjectIdentifier(table), replaces: replaces)
        if let known = models.insertions[key] { return known.writer }
        let statement = try statement(SQLText.inserting(into: table, replaces: replaces))
        let writer = SQLRowWriter(table, statement)
        models.insertions[key] = (table, writer)
        return writer
    }

    package func delete(_ query: TableQuery) throws(PersistenceError) -> Int {
        var text = SQLText("DELETE FROM \(SQLText.quoted(query.table.name))")
        text.addClauses(of: query)
        return try withStatement(text) { (statement) throws(PersistenceError) in
            try statement.run()
        }
    }

    package func tables() throws(PersistenceError) -> Set<String> {
        // The tables of SQLite itself, such as the one of `AUTOINCREMENT`, may stay without others.
        let text = SQLText(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
        return try withStatement(text) { (statement) throws(PersistenceError) in
            var names: Set<String> = []
            while try statement.step() { names.insert(statement.row.text(0)) }
            return names
        }
    }

    package func apply(_ step: MigrationStep) throws(PersistenceError) {
        for sql in SQLText.statements(of: step) {
            try requireTransaction()
            try execute(sql)
        }
    }

    /// Runs `body` with a statement whose values are bound.
    ///
    /// The statement is taken out meanwhile, so that a nested use prepares another one.
    private func withStatement<Value>(
        _ text: SQLText, _ body: (SQLStatement) throws(PersistenceError) -> Value
    ) throws(PersistenceError) -> Value {
        try requireTransaction()
        let known = models.byText.removeValue(forKey: text.text)
        let statement = if let known { known } else { try statement(text.text) }
        for (index, value) in text.values.enumerated() { statement.bind(Int32(index) + 1, value) }
        defer {
            statement.reset()
            if models.byText.count >= SQLModelStatements.limit { models.byText = [:] }
            models.byText[text.text] = statement
        }
        return try body(statement)
    }
}
