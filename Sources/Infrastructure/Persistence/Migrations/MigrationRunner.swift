/// Brings a database to the version of a schema.
struct MigrationRunner {
    /// The table of the applied migrations.
    private static let table = TableSchema(
        "persistence_migration",
        [.key("number", .integer), .column("name", .text), .column("steps", .text)])

    let schema: DatabaseSchema
    let connection: any EngineConnection
    let place: DatabasePlace

    /// Runs the pending migrations of the database, each in one transaction.
    ///
    /// - Throws: `.schemaMismatch`, `.migrationChanged`, `.tooNew`, an error of a step.
    func migrate() throws(PersistenceError) {
        if let difference = schema.differences.first {
            throw PersistenceError(.schemaMismatch, difference)
        }
        let count = try appliedCount()
        for number in schema.migrations.indices.dropFirst(count) { try run(number) }
    }

    /// Throws unless the database has had one of the migrations, and none that is unknown.
    func requireAny() throws(PersistenceError) {
        guard try appliedCount() > 0 else {
            throw PersistenceError(.tooOld, "'\(place)' is empty")
        }
    }

    private func appliedCount() throws(PersistenceError) -> Int {
        try transaction(.reading) { () throws(PersistenceError) in try recordedCount() }
    }

    /// The number of applied migrations, which are the first ones of the schema.
    ///
    /// - Throws: `.tooNew`, `.migrationChanged`.
    private func recordedCount() throws(PersistenceError) -> Int {
        let tables = try connection.tables()
        guard tables.contains(Self.table.name) else {
            if tables.isEmpty { return 0 }
            throw PersistenceError(
                .migrationChanged, "'\(place)' has tables, and no record of migrations")
        }
        var count = 0
        try connection.select(
            TableQuery(Self.table, order: [SortKey(column: 0, direction: .ascending)])
        ) {
            (row) throws(PersistenceError) in
            try check(name: row.read(1), steps: row.read(2), count)
            count += 1
            return true
        }
        return count
    }

    private func check(name: String, steps: String, _ number: Int) throws(PersistenceError) {
        guard number < schema.migrations.count else {
            throw PersistenceError(
                .tooNew,
                "a newer version of the program wrote '\(place)': it has the unknown migration "
                    + "'\(name)'")
        }
        let migration = schema.migrations[number]
        guard migration.name == name, migration.record == steps else {
            throw PersistenceError(
                .migrationChanged, "migration '\(name)' of '\(place)' was changed or removed")
        }
    }

    /// Runs a migration, unless another process has just done so.
    private func run(_ number: Int) throws(PersistenceError) {
        let migration = schema.migrations[number]
        try transaction(.writing(isDurable: true)) { () throws(PersistenceError) in
            if try recordedCount() > number { return }
            for step in migration.steps { try connection.apply(step) }
            if number == 0 { try connection.apply(.createTable(Self.table)) }
            try connection.insert(into: Self.table, replaces: false) {
                (row) throws(PersistenceError) in
                try row.write(.integer(Int64(number)), at: 0)
                try row.write(.text(migration.name), at: 1)
                try row.write(.text(migration.record), at: 2)
            }
        }
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
