/// The tables and indexes that a list of migrations leads to.
struct SchemaState: Sendable {
    private(set) var tables: [String: TableSchema] = [:]
    private(set) var indexes: [String: IndexSchema] = [:]

    func table(_ name: String) throws(PersistenceError) -> TableSchema {
        guard let table = tables[name] else {
            throw PersistenceError(.schemaMismatch, "the table does not exist", table: name)
        }
        return table
    }

    func indexes(of table: String) -> [IndexSchema] {
        indexes.values.filter { $0.table == table }.sorted { $0.name < $1.name }
    }

    private func column(
        _ name: String, of table: TableSchema
    ) throws(PersistenceError) -> ColumnSchema {
        guard let index = table.index(of: name) else {
            throw PersistenceError(
                .schemaMismatch, "the column does not exist", table: table.name, column: name)
        }
        return table.columns[index]
    }

    /// The references that do not refer to a table with a key of one column of the same type.
    var faultyReferences: [String] {
        tables.values.sorted { $0.name < $1.name }.flatMap { table in
            table.columns.compactMap { column in
                guard let target = column.reference?.table else { return nil }
                let keys = tables[target]?.columns.filter(\.isKey) ?? []
                if keys.count == 1, keys[0].type == column.type { return nil }
                return "column '\(column.name)' of table '\(table.name)' refers to '\(target)', "
                    + "which is not a table with a key of one column of the type "
                    + column.type.rawValue
            }
        }
    }

    private func requireFree(table name: String) throws(PersistenceError) {
        guard !tables.keys.contains(where: { Identifier.folded($0) == Identifier.folded(name) })
        else {
            throw PersistenceError(.schemaMismatch, "the table exists already", table: name)
        }
    }

    private func requireFree(
        column name: String, of table: TableSchema
    ) throws(PersistenceError) {
        let isTaken = table.columns.contains {
            Identifier.folded($0.name) == Identifier.folded(name)
        }
        guard !isTaken, Identifier.isValid(name) else {
            throw PersistenceError(
                .schemaMismatch, "the column exists already, or its name is not allowed",
                table: table.name, column: name)
        }
    }

    /// Makes a step's change, or throws if it does not fit the tables.
    mutating func apply(_ step: MigrationStep) throws(PersistenceError) {
        switch step.action {
        case .change(let change): try apply(change)
        case .dropColumn(let name, let table): try replace(try without([name], table))
        case .recreate(let table, _, _):
            _ = try self.table(table.name)
            try replace(table)
        case .combine(let columns, let column, let table, _, _):
            try replace(try combined(columns, into: column, in: table))
        case .backfill(let table, let columns, _, _, _):
            for name in columns {
                guard try !column(name, of: try self.table(table)).isKey else {
                    throw PersistenceError(
                        .schemaMismatch, "a backfill cannot change the key", table: table,
                        column: name)
                }
            }
        }
    }

    /// The schema of a table after its columns were combined.
    func combined(
        _ columns: [String], into column: ColumnSchema, in name: String
    ) throws(PersistenceError) -> TableSchema {
        let rest = try without(columns, name)
        try requireFree(column: column.name, of: rest)
        return rest.with(rest.columns + [column])
    }

    /// The schema of a table without some columns.
    func without(
        _ names: [String], _ name: String
    ) throws(PersistenceError) -> TableSchema {
        let table = try table(name)
        for name in names where try column(name, of: table).isKey {
            throw PersistenceError(
                .schemaMismatch, "the column belongs to the key: recreate the table",
                table: table.name, column: name)
        }
        return table.with(table.columns.filter { !names.contains($0.name) })
    }

    /// Replaces a table; its indexes must fit the new columns.
    private mutating func replace(_ table: TableSchema) throws(PersistenceError) {
        tables[table.name] = table
        for index in indexes(of: table.name) { try check(index) }
    }

    private func check(_ index: IndexSchema) throws(PersistenceError) {
        let table = try table(index.table)
        for name in index.columns {
            guard table.index(of: name) != nil else {
                throw PersistenceError(
                    .schemaMismatch, "index '\(index.name)' needs the column: drop it first",
                    table: table.name, column: name)
            }
        }
    }

    private mutating func apply(_ change: SchemaChange) throws(PersistenceError) {
        switch change {
        case .createTable(let table):
            try requireFree(table: table.name)
            tables[table.name] = table
        case .dropTable(let name):
            _ = try table(name)
            tables[name] = nil
            for index in indexes(of: name) { indexes[index.name] = nil }
        case .renameTable(let name, let new): try rename(name, to: new)
        case .addColumn(let column, let value, let name):
            let table = try table(name)
            try requireFree(column: column.name, of: table)
            guard !column.isKey, column.isOptional || !value.isNull else {
                throw PersistenceError(
                    .schemaMismatch, "the new column needs a value, and is not a part of the key",
                    table: name, column: column.name)
            }
            tables[name] = table.with(table.columns + [column])
        case .renameColumn(let name, let new, let tableName):
            let table = try table(tableName)
            _ = try column(name, of: table)
            try requireFree(column: new, of: table)
            tables[tableName] = table.with(
                table.columns.map { $0.name == name ? $0.renamed(new) : $0 })
            for index in indexes(of: tableName) {
                indexes[index.name] = IndexSchema(
                    index.name, on: tableName, index.columns.map { $0 == name ? new : $0 },
                    isUnique: index.isUnique)
            }
        case .createIndex(let index):
            guard indexes[index.name] == nil else {
                throw PersistenceError(
                    .schemaMismatch, "index '\(index.name)' exists already", table: index.table)
            }
            try check(index)
            indexes[index.name] = index
        case .dropIndex(let name):
            guard indexes.removeValue(forKey: name) != nil else {
                throw PersistenceError(.schemaMismatch, "index '\(name)' does not exist")
            }
        case .statements: break
        }
    }

    private mutating func rename(_ name: String, to new: String) throws(PersistenceError) {
        let table = try table(name)
        try requireFree(table: new)
        tables[name] = nil
        tables[new] = table.renamed(new)
        tables = tables.mapValues { $0.following(name, to: new) }
        for index in indexes(of: name) {
            indexes[index.name] = IndexSchema(
                index.name, on: new, index.columns, isUnique: index.isUnique)
        }
    }
}
