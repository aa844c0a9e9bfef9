/// The databases of a program at one moment.
struct Attachments: Sendable {
    /// The database of each role.
    var places: [DatabaseRole: DatabasePlace]
    /// The further databases of the account's role, which are only read.
    var readOnly: [DatabasePlace] = []
    /// The number of times that the database of a role was attached or detached.
    var epochs: [DatabaseRole: Int] = [:]

    /// The largest number of databases of `readOnly`.
    static let maximumReadOnly = 8
}

/// The schemas of the roles, and the engine that opens their databases.
struct DatabaseConfiguration: Sendable {
    let engine: any PersistenceEngine
    let schemas: [DatabaseRole: DatabaseSchema]
    /// Whether a reader opens a database that has not had all migrations.
    var readsOlder = false

    func schema(of role: DatabaseRole) -> DatabaseSchema {
        guard let schema = schemas[role] else {
            preconditionFailure("the program has no schema for the \(role) database")
        }
        return schema
    }

    /// Opens a database for reading.
    func openForReading(
        _ place: DatabasePlace, _ role: DatabaseRole
    ) throws(PersistenceError) -> any EngineConnection {
        let schema = schema(of: role)
        let connection = try engine.openForReading(place, program: schema.program)
        let runner = MigrationRunner(schema: schema, connection: connection, place: place)
        if readsOlder { try runner.requireAny() } else { try runner.requireCurrent() }
        return connection
    }

    static func notAttached(_ role: DatabaseRole) -> PersistenceError {
        PersistenceError(.notAttached, "the \(role) database is not attached")
    }
}
