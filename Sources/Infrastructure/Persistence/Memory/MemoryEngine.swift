import Scheduling

/// Databases in memory, for tests and for data that need not survive the process.
///
/// A place names a database, which exists as long as the engine. A write transaction copies the
/// tables that it changes, so use the engine for small data. Its order and its comparisons are
/// those of SQLite; statements of migrations are ignored.
public final class MemoryEngine: PersistenceEngine {
    private let stores = Guarded<[DatabasePlace: MemoryStore]>([:])

    /// Creates an engine without databases.
    public init() {}

    /// Opens the database with a name; a writer creates it if it is missing.
    public func open(
        _ place: DatabasePlace, program: Int32, isReadOnly: Bool
    ) throws(PersistenceError) -> any EngineConnection {
        let found = stores.withLock { stores in
            if stores[place] == nil, !isReadOnly { stores[place] = MemoryStore(program) }
            return stores[place]
        }
        guard let found else {
            throw PersistenceError(.cannotOpen, "the database '\(place)' does not exist")
        }
        guard found.program == program else {
            throw PersistenceError(.foreign, "'\(place)' is a database of another program")
        }
        return MemoryConnection(found)
    }
}

/// A table: its present schema, and its rows by their keys.
private struct MemoryTable: Sendable {
    var schema: TableSchema
    var rows: [[StoredValue]: [StoredValue]] = [:]
}

/// The committed tables, and the mark of the writer.
private final class MemoryStore: Sendable {
    let program: Int32
    let tables = Guarded<[String: MemoryTable]>([:])
    let isBeingWritten = Guarded(false)

    init(_ program: Int32) { self.program = program }
}

private final class MemoryConnection: EngineConnection {  // not @Schedulable: one caller at a time
    private let store: MemoryStore
    private var kind: TransactionKind?
    private var present: [String: MemoryTable] = [:]

    init(_ store: MemoryStore) { self.store = store }

    deinit { rollBack() }

    func begin(_ kind: TransactionKind) throws(PersistenceError) {
        if kind != .reading {
            let isBlocked = store.isBeingWritten.withLock { mark in
                defer { mark = true }
                return mark
            }
            if isBlocked {
                throw PersistenceError(.locked, "another connection writes the database")
            }
        }
        self.kind = kind
        present = store.tables.withLock { $0 }
    }

    func commit() {
        if kind != .reading { store.tables.withLock { $0 = present } }
        rollBack()
    }

    func rollBack() {
        guard let kind else { return }
        if kind != .reading { store.isBeingWritten.withLock { $0 = false } }
        self.kind = nil
        present = [:]
    }

    func select(
        _ query: TableQuery, _ body: (any RowReader) throws(PersistenceError) -> Bool
    ) throws(PersistenceError) {
        let reader = RowValues(of: query.table)
        for row in try rows(of: query) {
            reader.values = row
            guard try body(reader) else { return }
        }
    }

    func count(_ query: TableQuery) throws(PersistenceError) -> Int { try rows(of: query).count }

    func insert(
        into table: TableSchema, replaces: Bool,
        _ write: (any RowWriter) throws(PersistenceError) -> Void
    ) throws(PersistenceError) {
        try requireWriting()
        let written = RowValues(of: table)
        try write(written)
        for (column, value) in zip(table.columns, written.values) {
            guard let fault = value.storageFault else { continue }
            throw PersistenceError(.unwritable, fault, table: table.name, column: column.name)
        }
        let known = try stored(table)
        let schema = known.schema
        let row = schema.columns.map { column in
            table.index(of: column.name).map { written.values[$0] } ?? .null
        }
        let key = schema.keyColumns.map { row[$0] }
        if !replaces, known.rows[key] != nil {
            throw PersistenceError(.conflict, "a row with this key exists", table: table.name)
        }
        present[table.name]?.rows[key] = row
    }

    func delete(_ query: TableQuery) throws(PersistenceError) -> Int {
        try requireWriting()
        let table = try stored(query.table)
        let kept = table.rows.filter {
            !query.predicate.holds(for: order($1, as: query.table, table))
        }
        present[query.table.name]?.rows = kept
        return table.rows.count - kept.count
    }

    func tables() -> Set<String> { Set(present.keys) }

    func apply(_ step: MigrationStep) throws(PersistenceError) {
        try requireWriting()
        switch step {
        case .createTable(let table): present[table.name] = MemoryTable(schema: table)
        case .createIndex: break
        case .addColumn(let column, let value, let name):
            guard var table = present[name] else { return }
            table.schema = TableSchema(name, table.schema.columns + [column])
            table.rows = table.rows.mapValues { $0 + [value] }
            present[name] = table
        case .statements(_, let changed):
            for table in changed where present[table.name] == nil {
                present[table.name] = MemoryTable(schema: table)
            }
        }
    }

    /// The rows of a query in its order, with the columns of its table.
    private func rows(of query: TableQuery) throws(PersistenceError) -> [[StoredValue]] {
        let table = try stored(query.table)
        let found = table.rows.values.map { order($0, as: query.table, table) }
            .filter { query.predicate.holds(for: $0) }
            .sorted { left, right in
                for key in query.order where left[key.column] != right[key.column] {
                    return (left[key.column] < right[key.column]) == (key.direction == .ascending)
                }
                return false
            }
        return query.limit.map { Array(found.prefix($0)) } ?? found
    }

    /// The values of a stored row in the order of a model's columns.
    private func order(
        _ row: [StoredValue], as model: TableSchema, _ table: MemoryTable
    ) -> [StoredValue] {
        model.columns.map { column in table.schema.index(of: column.name).map { row[$0] } ?? .null }
    }

    private func stored(_ table: TableSchema) throws(PersistenceError) -> MemoryTable {
        guard let found = present[table.name] else {
            throw PersistenceError(.failed, "the table does not exist", table: table.name)
        }
        return found
    }

    private func requireWriting() throws(PersistenceError) {
        guard kind != .reading, kind != nil else {
            throw PersistenceError(.failed, "the connection only reads")
        }
    }
}
