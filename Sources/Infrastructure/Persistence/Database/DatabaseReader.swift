/// A service that reads a database, on a connection of its own.
package final class DatabaseReader {  // not @Schedulable: confined to its owner
    private let open: () throws(PersistenceError) -> any EngineConnection
    private var connection: (any EngineConnection)?
    private var isReading = false

    /// Creates a reader that opens its connection at its first use.
    init(_ open: @escaping () throws(PersistenceError) -> any EngineConnection) { self.open = open }

    /// Creates a reader.
    ///
    /// It opens a database that has not had all migrations, too. Its owner reads such a database
    /// by statements of its own, since the models may not fit.
    ///
    /// - Throws: `.cannotOpen`, `.foreign`, `.tooNew`, `.migrationChanged`; `.tooOld` for a
    ///   database without any migration.
    package convenience init(
        _ engine: any PersistenceEngine, at place: DatabasePlace, schema: DatabaseSchema
    ) throws(PersistenceError) {
        let connection = try Self.open(engine, place, schema)
        self.init { connection }
    }

    static func open(
        _ engine: any PersistenceEngine, _ place: DatabasePlace, _ schema: DatabaseSchema
    ) throws(PersistenceError) -> any EngineConnection {
        let connection = try engine.open(place, program: schema.program, isReadOnly: true)
        try MigrationRunner(schema: schema, connection: connection, place: place).requireAny()
        return connection
    }

    /// Reads in one transaction; a read within a read is a part of its transaction.
    ///
    /// - Throws: the error of `body`; the engine's errors.
    package func read<Value>(_ body: (ReadSession) throws -> Value) throws -> Value {
        let connection = try connection ?? open()
        self.connection = connection
        let isOuter = !isReading
        if isOuter { try connection.begin(.reading) }
        isReading = true
        let session = ReadSession(connection)
        defer {
            session.close()
            if isOuter {
                connection.rollBack()
                isReading = false
            }
        }
        return try body(session)
    }
}
