/// Brings a database to the version of a schema.
struct MigrationRunner {
    /// A migration that was applied to a database.
    private static let table = TableSchema(
        reserved: "persistence_migration",
        [.key("number", .integer), .column("name", .text), .column("steps", .text)])

    let schema: DatabaseSchema
    let connection: any EngineConnection
    let place: DatabasePlace

    /// Runs the pending migrations of the database, each in one transaction.
    ///
    /// - Throws: `.schemaMismatch`, `.migrationChanged`, `.tooNew`, an error of a step.
    func migrate(
        reporting progress: @escaping (MigrationProgress) -> Void
    ) throws(PersistenceError) {
        try schema.check()
        let count = try transaction(.reading) { () throws(PersistenceError) in
            try recordedCount()
        }
        var state = SchemaState()
        for (number, migration) in schema.migrations.enumerated() {
            if number < count {
                for step in migration.steps { try state.apply(step) }
            } else {
                try run(migration, number, &state, progress)
            }
        }
    }

    /// Throws unless all migrations are applied to the database.
    func requireCurrent() throws(PersistenceError) {
        let count = try transaction(.reading) { () throws(PersistenceError) in
            try recordedCount()
        }
        guard count == schema.migrations.count else {
            throw PersistenceError(
                .tooOld, "an older version of the program wrote '\(place)': migrations are missing")
        }
    }

    /// Throws unless the database has had one of the migrations, and none that is unknown.
    func requireAny() throws(PersistenceError) {
        let count = try transaction(.reading) { () throws(PersistenceError) in
            try recordedCount()
        }
        guard count > 0 else { throw PersistenceError(.tooOld, "'\(place)' is empty") }
    }

    /// The number of applied migrations, which are the first ones of the schema.
    ///
    /// - Throws: `.tooNew`, `.migrationChanged`.
    private func recordedCount() throws(PersistenceError) -> Int {
        let records = try readRecords()
        for (number, record) in records.enumerated() {
            guard number < schema.migrations.count else {
                throw PersistenceError(
                    .tooNew,
                    "a newer version of the program wrote '\(place)': it has the unknown migration "
                        + "'\(record.name)'")
            }
            guard record.isSame(as: schema.migrations[number]) else {
                throw PersistenceError(
                    .migrationChanged,
                    "migration '\(record.name)' of '\(place)' was changed or removed")
            }
        }
        return records.count
    }

    /// A migration as a database has recorded it.
    private struct Record {
        let name: String
        let steps: String

        func isSame(as migration: Migration) -> Bool {
            migration.name == name && migration.record == steps
        }
    }

    private func readRecords() throws(PersistenceError) -> [Record] {
        var records: [Record] = []
        guard try connection.hasTable(named: Self.table.name) else {
            guard try connection.isEmpty() else {
                throw PersistenceError(
                    .migrationChanged, "'\(place)' has tables, and no record of migrations")
            }
            return records
        }
        try connection.select(TableQuery(Self.table, order: [SortKey(0, .ascending)])) {
            (row) throws(PersistenceError) in
            records.append(Record(name: try row.read(1), steps: try row.read(2)))
            return true
        }
        return records
    }

    private func record(_ number: Int) throws(PersistenceError) {
        let migration = schema.migrations[number]
        try connection.insert(into: Self.table, .insert) { (row) throws(PersistenceError) in
            try row.write(.integer(Int64(number)), at: 0)
            try row.write(.text(migration.name), at: 1)
            try row.write(.text(migration.record), at: 2)
        }
    }

    /// Runs a migration, unless another process has just done so.
    private func run(
        _ migration: Migration, _ number: Int, _ state: inout SchemaState,
        _ progress: @escaping (MigrationProgress) -> Void
    ) throws(PersistenceError) {
        var next = state
        try transaction(.migrating) { () throws(PersistenceError) in
            let isDone = try recordedCount() > number
            for step in migration.steps {
                let before = next
                try next.apply(step)
                if isDone { continue }
                try TableRewriter(connection: connection, before: before, after: next) {
                    progress(MigrationProgress(migration: migration.name, rows: $0, total: $1))
                }.run(step)
            }
            if isDone { return }
            if try !connection.hasTable(named: Self.table.name) {
                try connection.apply(.createTable(Self.table))
            }
            try record(number)
        }
        state = next
    }

    private func transaction<Value>(
        _ kind: TransactionKind, _ body: () throws(PersistenceError) -> Value
    ) throws(PersistenceError) -> Value {
        try connection.begin(kind)
        do throws(PersistenceError) {
            let value = try body()
            try connection.commit()
            return value
        } catch {
            connection.rollBack()
            throw error
        }
    }
}
