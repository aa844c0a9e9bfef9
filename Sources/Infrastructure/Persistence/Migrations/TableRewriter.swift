/// Runs a step of a migration, and rewrites a table where the engine cannot change it in place.
struct TableRewriter {
    let connection: any EngineConnection
    let before: SchemaState
    let after: SchemaState
    /// Receives the number of computed rows, and of all rows.
    let progress: (Int, Int) -> Void

    /// The number of rows that are read at a time.
    private static let slice = 1_000
    /// The name of a table while it is written.
    private static let newName = "new_table_of_migration"

    func run(_ step: MigrationStep) throws(PersistenceError) {
        switch step.action {
        case .change(.addColumn(let column, let value, let table)) where !canAdd(value):
            try rewrite(table) { _ in [column.name: value] }
        case .change(let change): try connection.apply(change)
        case .dropColumn(_, let table): try rewrite(table) { _ in [:] }
        case .recreate(let table, _, let compute):
            try rewrite(table.name, compute ?? { _ in [:] })
        case .combine(_, _, let table, _, let compute): try rewrite(table, compute)
        case .backfill(let table, let columns, let slice, _, let compute):
            try backfill(try before.table(table), columns, slice: max(1, slice), compute)
        }
    }

    /// Whether the engine can add a column with the value; see `SchemaChange.addColumn`.
    private func canAdd(_ value: StoredValue) -> Bool {
        switch value {
        case .null, .integer: true
        case .text(let text): !text.utf8.contains(0)
        case .real, .blob: false
        }
    }

    private func rewrite(
        _ name: String, _ compute: MigrationStep.Computation
    ) throws(PersistenceError) {
        try rewrite(try before.table(name), as: try after.table(name), compute)
    }

    /// Copies the rows of a table into one of another schema, which takes its place.
    private func rewrite(
        _ old: TableSchema, as new: TableSchema, _ compute: MigrationStep.Computation
    ) throws(PersistenceError) {
        let copy = new.renamed(Self.newName)
        try connection.apply(.createTable(copy))
        try forEachSlice(of: old, Self.slice) { (rows) throws(PersistenceError) in
            for row in rows {
                let values = row.merging(try computed(row, old, compute)) { $1 }
                try connection.insert(into: copy, .insert) { (writer) throws(PersistenceError) in
                    for (index, column) in copy.columns.enumerated() {
                        try writer.write(values[column.name] ?? .null, at: index)
                    }
                }
            }
        }
        try connection.apply(.dropTable(old.name))
        try connection.apply(.renameTable(copy.name, to: old.name))
        for index in after.indexes(of: old.name) { try connection.apply(.createIndex(index)) }
    }

    private func backfill(
        _ table: TableSchema, _ columns: [String], slice: Int,
        _ compute: MigrationStep.Computation
    ) throws(PersistenceError) {
        try forEachSlice(of: table, slice) { (rows) throws(PersistenceError) in
            for row in rows {
                let values = try computed(row, table, compute)
                let assignments = columns.compactMap { name in
                    table.index(of: name).map { (column: $0, value: values[name] ?? .null) }
                }
                _ = try connection.update(
                    table, setting: assignments, where: key(of: row, in: table))
            }
        }
    }

    private func computed(
        _ row: MigrationStep.Row, _ table: TableSchema, _ compute: MigrationStep.Computation
    ) throws(PersistenceError) -> MigrationStep.Row {
        do {
            return try compute(row)
        } catch {
            let key = table.keyColumns.map { "\(row[table.columns[$0].name] ?? .null)" }
            throw PersistenceError(
                .failed, "a migration cannot compute the row: \(error)", table: table.name,
                key: key.joined(separator: ", "), cause: error)
        }
    }

    private func key(of row: MigrationStep.Row, in table: TableSchema) -> Predicate {
        .all(
            table.keyColumns.map {
                .comparison($0, .equal, row[table.columns[$0].name] ?? .null)
            })
    }

    /// Passes the rows of a table to `body`, some at a time, in the order of their keys.
    private func forEachSlice(
        of table: TableSchema, _ size: Int,
        _ body: ([MigrationStep.Row]) throws(PersistenceError) -> Void
    ) throws(PersistenceError) {
        let order = table.keyColumns.map { SortKey($0, .ascending) }
        let total = try connection.count(TableQuery(table))
        var (position, done) = (Predicate.constant(true), 0)
        while done < total {
            var rows: [MigrationStep.Row] = []
            try connection.select(TableQuery(table, position, order: order, limit: size)) {
                (reader) throws(PersistenceError) in
                var row: MigrationStep.Row = [:]
                for (index, column) in table.columns.enumerated() {
                    row[column.name] = try reader.value(at: index)
                }
                rows.append(row)
                return true
            }
            guard let last = rows.last else { return }
            try body(rows)
            position = .after(
                order.map { last[table.columns[$0.column].name] ?? .null }, in: order, of: table)
            done += rows.count
            progress(done, total)
        }
    }
}
