extension MemoryState {
    mutating func apply(_ change: SchemaChange) throws(PersistenceError) {
        switch change {
        case .createTable(let schema):
            guard tables[schema.name] == nil else {
                throw PersistenceError(.failed, "the table exists already", table: schema.name)
            }
            tables[schema.name] = Table(schema: schema)
        case .dropTable(let name):
            _ = try table(name)
            tables[name] = nil
            indexes = indexes.filter { $0.value.table != name }
        case .renameTable(let name, let new):
            var moved = try table(name)
            guard tables[new] == nil else {
                throw PersistenceError(.failed, "the table exists already", table: new)
            }
            moved.schema = moved.schema.renamed(new)
            tables[name] = nil
            tables[new] = moved
            tables = tables.mapValues { table in
                var table = table
                table.schema = table.schema.following(name, to: new)
                return table
            }
            indexes = indexes.mapValues {
                guard $0.table == name else { return $0 }
                return IndexSchema($0.name, on: new, $0.columns, isUnique: $0.isUnique)
            }
        case .addColumn(let column, let value, let name):
            var changed = try table(name)
            changed.schema = changed.schema.with(changed.schema.columns + [column])
            changed.rows = changed.rows.mapValues { $0 + [value] }
            tables[name] = changed
        case .renameColumn(let column, let new, let name):
            var changed = try table(name)
            changed.schema = changed.schema.with(
                changed.schema.columns.map { $0.name == column ? $0.renamed(new) : $0 })
            tables[name] = changed
            indexes = indexes.mapValues {
                guard $0.table == name else { return $0 }
                return IndexSchema(
                    $0.name, on: name, $0.columns.map { $0 == column ? new : $0 },
                    isUnique: $0.isUnique)
            }
        case .createIndex(let index):
            try create(index)
        case .dropIndex(let name):
            indexes[name] = nil
        case .statements: break
        }
    }

    private mutating func create(_ index: IndexSchema) throws(PersistenceError) {
        let table = try table(index.table)
        let columns = index.columns.compactMap(table.schema.index(of:))
        guard columns.count == index.columns.count, indexes[index.name] == nil else {
            throw PersistenceError(
                .failed, "index '\(index.name)' exists already, or a column is missing",
                table: index.table)
        }
        let values = table.rows.values.map { row in columns.map { row[$0] } }
            .filter { !$0.contains(.null) }
        if index.isUnique, Set(values).count < values.count {
            throw PersistenceError(
                .conflict, "rows have equal values in index '\(index.name)'", table: index.table)
        }
        indexes[index.name] = index
    }
}
