/// A connection to a memory database.
final class MemoryConnection: EngineConnection {  // not @Schedulable: one caller at a time
    private let store: MemoryStore
    private let program: Int32
    private var kind: TransactionKind?
    private var state = MemoryState()
    private var savepoints: [(MemoryState, Set<String>)] = []
    private(set) var changedTables: Set<String> = []

    init(_ store: MemoryStore, program: Int32) {
        self.store = store
        self.program = program
    }

    deinit { rollBack() }

    func begin(_ kind: TransactionKind) throws(PersistenceError) {
        if kind == .reading {
            state = store.snapshot
        } else {
            guard let current = store.beginWriting() else {
                throw PersistenceError(.locked, "another connection writes the database")
            }
            state = current
        }
        self.kind = kind
        changedTables = []
    }

    func commit() throws(PersistenceError) {
        if kind == .migrating {
            state.program = program
            for name in state.tables.keys { try state.checkReferences(from: name) }
        }
        if kind != .reading { store.endWriting(state) }
        end()
    }

    func rollBack() {
        guard let kind else { return }
        if kind != .reading { store.endWriting(nil) }
        end()
    }

    private func end() {
        kind = nil
        state = MemoryState()
        savepoints = []
    }

    func setSavepoint() { savepoints.append((state, changedTables)) }

    func releaseSavepoint() { savepoints.removeLast() }

    func rollBackToSavepoint() { (state, changedTables) = savepoints.removeLast() }

    func select(
        _ query: TableQuery, _ body: (any RowReader) throws(PersistenceError) -> Bool
    ) throws(PersistenceError) {
        let reader = MemoryRow(query.table)
        for row in try state.rows(of: query) {
            reader.values = row
            guard try body(reader) else { return }
        }
    }

    func count(_ query: TableQuery) throws(PersistenceError) -> Int {
        try state.rows(of: query).count
    }

    func insert(
        into table: TableSchema, _ kind: InsertionKind,
        _ write: (any RowWriter) throws(PersistenceError) -> Void
    ) throws(PersistenceError) {
        try checkWriting()
        let row = RowValues(of: table)
        try write(row)
        try Self.check(row.values, table.columns, in: table)
        let positions = try state.positions(of: table)
        let stored = try state.table(table.name).schema
        var values = Array(repeating: StoredValue.null, count: stored.columns.count)
        for (position, value) in zip(positions, row.values) { values[position] = value }
        let key = stored.keyColumns.map { values[$0] }
        let exists = kind == .upsert && state.tables[table.name]?.rows[key] != nil
        try state.store(
            values, in: table.name, replacing: exists ? key : nil,
            checksReferences: self.kind != .migrating)
        changedTables.insert(table.name)
    }

    func update(
        _ table: TableSchema, setting values: [(column: Int, value: StoredValue)],
        where predicate: Predicate
    ) throws(PersistenceError) -> Int {
        try checkWriting()
        try Self.check(values.map(\.value), values.map { table.columns[$0.column] }, in: table)
        let positions = try state.positions(of: table)
        let stored = try state.table(table.name)
        let found = stored.rows.values.filter { row in
            predicate.holds(for: positions.map { row[$0] })
        }
        var next = state
        for row in found {
            var row = row
            let key = stored.schema.keyColumns.map { row[$0] }
            for (column, value) in values { row[positions[column]] = value }
            try next.store(
                row, in: table.name, replacing: key, checksReferences: kind != .migrating)
        }
        if kind != .migrating {
            try next.checkReferences(
                to: Set(found.map { row in stored.schema.keyColumns.map { row[$0] } }),
                of: table.name)
        }
        state = next
        changedTables.insert(table.name)
        return found.count
    }

    func delete(
        from table: TableSchema, where predicate: Predicate
    ) throws(PersistenceError) -> Int {
        try checkWriting()
        let positions = try state.positions(of: table)
        let keys = try state.table(table.name).rows
            .filter { row in predicate.holds(for: positions.map { row.value[$0] }) }.keys
        var (next, changed) = (state, changedTables)
        if kind == .migrating {
            for key in keys { next.tables[table.name]?.rows[key] = nil }
        } else {
            try next.delete(Set(keys), from: table.name, changing: &changed)
        }
        (state, changedTables) = (next, changed)
        return keys.count
    }

    func hasTable(named name: String) -> Bool { state.tables[name] != nil }

    func isEmpty() -> Bool { state.tables.isEmpty }

    func apply(_ change: SchemaChange) throws(PersistenceError) { try state.apply(change) }

    private func checkWriting() throws(PersistenceError) {
        guard kind != .reading, kind != nil else {
            throw PersistenceError(.failed, "the connection only reads")
        }
    }

    private static func check(
        _ values: [StoredValue], _ columns: [ColumnSchema], in table: TableSchema
    ) throws(PersistenceError) {
        for (value, column) in zip(values, columns) {
            if let fault = value.storageFault {
                throw PersistenceError(
                    .unwritable, fault, table: table.name, column: column.name)
            }
        }
    }
}

/// The current row of a query of a memory database.
private final class MemoryRow: RowReader {  // not @Schedulable: used within one call
    let table: TableSchema
    var values: [StoredValue] = []

    init(_ table: TableSchema) { self.table = table }

    func value(at column: Int) -> StoredValue { values[column] }
}
