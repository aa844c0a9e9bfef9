import GRDB

/// The tables of a program's databases: the migrations that create and change them.
///
/// ```swift
/// let schema = SQLSchema(
///     applicationID: 0x4E6F_7465,
///     migrations: [
///         SQLMigration(1, "notes", ["CREATE TABLE note (text TEXT NOT NULL)"]),
///         SQLMigration(2, "colors", ["ALTER TABLE note ADD COLUMN color INTEGER"]),
///     ])
/// ```
///
/// A database records its applied migrations. A database with an unknown migration is refused,
/// because a newer version of the program has written it.
package struct SQLSchema: Sendable {
    /// The ID in the file's header that marks a database as one of this program.
    let applicationID: Int32
    let migrations: [SQLMigration]

    /// Creates a schema; the migrations are numbered from 1, without a gap.
    package init(applicationID: Int32, migrations: [SQLMigration]) {
        precondition(
            migrations.map(\.number) == migrations.indices.map { $0 + 1 },
            "migrations are numbered from 1, without a gap")
        self.applicationID = applicationID
        self.migrations = migrations
    }

    /// Creates or changes the tables by the migrations that are missing.
    ///
    /// The ID comes first: a database with the migrator's table alone, which a full disk leaves,
    /// would be that of another program without it.
    func migrate(_ queue: DatabaseQueue) throws {
        try queue.writeWithoutTransaction { database in
            let found = try Int32.fetchOne(database, sql: "PRAGMA application_id")
            guard found != applicationID else { return }
            try database.execute(sql: "PRAGMA application_id = \(applicationID)")
        }
        try migrator.migrate(queue)
    }

    var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for migration in migrations {
            migrator.registerMigration("\(migration.number): \(migration.name)") { database in
                for statement in migration.statements { try database.execute(sql: statement) }
            }
        }
        return migrator
    }
}

/// A step from one version of the tables to the next; it runs as one transaction, once.
///
/// The number and the name identify it in the databases, so neither may ever change.
package struct SQLMigration: Sendable {
    let number: Int
    let name: String
    let statements: [String]

    /// Creates the migration `number`, the first being 1, which runs `statements` in their order.
    package init(_ number: Int, _ name: String, _ statements: [String]) {
        self.number = number
        self.name = name
        self.statements = statements
    }
}
