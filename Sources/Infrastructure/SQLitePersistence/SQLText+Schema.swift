import Persistence

extension SQLText {
    /// The statement that creates a table.
    static func creating(_ table: TableSchema) -> String {
        let columns = table.columns.map { definition(of: $0) }
        let key = table.keyColumns.map { quoted(table.columns[$0].name) }.joined(separator: ", ")
        // A single integer key is the row number itself.
        let isNumbered =
            table.keyColumns.count == 1 && table.columns[table.keyColumns[0]].type == .integer
        return "CREATE TABLE \(quoted(table.name)) (\(columns.joined(separator: ", ")), "
            + "PRIMARY KEY (\(key))) STRICT\(isNumbered ? "" : ", WITHOUT ROWID")"
    }

    /// The definition of a column.
    ///
    /// A floating-point number has no type in SQLite: the type `REAL` stores -0.0 as 0.
    static func definition(of column: ColumnSchema) -> String {
        let type =
            switch column.type {
            case .integer: "INTEGER"
            case .real: "ANY"
            case .text: "TEXT"
            case .blob: "BLOB"
            }
        return "\(quoted(column.name)) \(type)\(column.isOptional ? "" : " NOT NULL")"
    }

    /// The statement that creates an index.
    static func creating(_ index: IndexSchema) -> String {
        let columns = index.columns.map(quoted).joined(separator: ", ")
        return "CREATE INDEX \(quoted(index.name)) ON \(quoted(index.table)) (\(columns))"
    }

    /// The statement that stores a row.
    static func inserting(into table: TableSchema, replaces: Bool) -> String {
        let names = table.columns.map { quoted($0.name) }
        let text =
            "INSERT INTO \(quoted(table.name)) (\(names.joined(separator: ", "))) VALUES ("
            + names.map { _ in "?" }.joined(separator: ", ") + ")"
        guard replaces else { return text }
        let keys = table.keyColumns.map { names[$0] }.joined(separator: ", ")
        let others = names.indices.filter { !table.keyColumns.contains($0) }
            .map { "\(names[$0]) = excluded.\(names[$0])" }.joined(separator: ", ")
        return text + " ON CONFLICT (\(keys)) DO "
            + (others.isEmpty ? "NOTHING" : "UPDATE SET \(others)")
    }

    /// The statements of a step.
    static func statements(of step: MigrationStep) -> [String] {
        switch step {
        case .createTable(let table): [creating(table)]
        case .createIndex(let index): [creating(index)]
        case .addColumn(let column, let value, let table):
            [
                "ALTER TABLE \(quoted(table)) ADD COLUMN \(definition(of: column))"
                    + defaulting(value)
            ]
        case .statements(let statements, _): statements
        }
    }

    /// The default of a new column, which the existing rows get; the only literal in a statement.
    private static func defaulting(_ value: StoredValue) -> String {
        switch value {
        case .integer(let number): " DEFAULT \(number)"
        case .text(let text): " DEFAULT '\(doubling("'", in: text))'"
        case .null, .real, .blob: ""
        }
    }
}
