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
        let reference = column.reference.map {
            " REFERENCES \(quoted($0.table))"
                + ($0.onDelete == .cascade ? " ON DELETE CASCADE" : "")
        }
        return "\(quoted(column.name)) \(type)\(column.isOptional ? "" : " NOT NULL")"
            + (reference ?? "")
    }

    /// The statement that creates an index.
    static func creating(_ index: IndexSchema) -> String {
        let columns = index.columns.map(quoted).joined(separator: ", ")
        return "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(quoted(index.name)) "
            + "ON \(quoted(index.table)) (\(columns))"
    }

    /// The statements of a change.
    static func statements(of change: SchemaChange) -> [String] {
        switch change {
        case .createTable(let table): [creating(table)]
        case .dropTable(let name): ["DROP TABLE \(quoted(name))"]
        case .renameTable(let name, let new):
            ["ALTER TABLE \(quoted(name)) RENAME TO \(quoted(new))"]
        case .addColumn(let column, let value, let table):
            [
                "ALTER TABLE \(quoted(table)) ADD COLUMN \(definition(of: column))"
                    + defaulting(value)
            ]
        case .renameColumn(let name, let new, let table):
            ["ALTER TABLE \(quoted(table)) RENAME COLUMN \(quoted(name)) TO \(quoted(new))"]
        case .createIndex(let index): [creating(index)]
        case .dropIndex(let name): ["DROP INDEX \(quoted(name))"]
        case .statements(let statements, let engine):
            engine == SQLiteEngine.name ? statements : []
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
