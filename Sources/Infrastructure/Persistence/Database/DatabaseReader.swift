/// A service that reads the attached databases, on its own connections.
///
/// It opens a connection at its first use. Each read is one transaction for each database.
package final class DatabaseReader: SessionSource {  // not @Schedulable: confined to its owner
    private let configuration: DatabaseConfiguration
    private let attachments: Attachments
    private var connections: [Source: any EngineConnection] = [:]
    private var begun: [Source: any EngineConnection] = [:]

    private struct Source: Hashable {
        let role: DatabaseRole
        let place: DatabasePlace
    }

    init(_ configuration: DatabaseConfiguration, _ attachments: Attachments) {
        self.configuration = configuration
        self.attachments = attachments
    }

    /// Creates a reader of one database, which has the role `.guest`.
    ///
    /// It opens a database that has not had all migrations, too. Its owner reads such a database
    /// by statements of its own, since the models may not fit.
    ///
    /// - Throws: `.cannotOpen`, `.foreign`, `.tooNew`, `.migrationChanged`; `.tooOld` for a
    ///   database without any migration.
    package convenience init(
        _ engine: any PersistenceEngine, at place: DatabasePlace, schema: DatabaseSchema
    ) throws(PersistenceError) {
        self.init(
            DatabaseConfiguration(engine: engine, schemas: [.guest: schema], readsOlder: true),
            Attachments(places: [.guest: place]))
        defer { endReads() }
        _ = try connection(for: .guest)
    }

    /// Reads in one transaction for each database.
    ///
    /// - Throws: the error of `body`; the engine's errors.
    package func read<Value>(_ body: (ReadSession) throws -> Value) throws -> Value {
        // A read within a read is a part of its transaction.
        let isOuter = begun.isEmpty
        let session = ReadSession(self)
        defer {
            session.close()
            if isOuter { endReads() }
        }
        return try body(session)
    }

    private func endReads() {
        for connection in begun.values { connection.rollBack() }
        begun = [:]
    }

    func connection(for role: DatabaseRole) throws(PersistenceError) -> any EngineConnection {
        guard let place = attachments.places[role] else {
            throw DatabaseConfiguration.notAttached(role)
        }
        return try connection(to: Source(role: role, place: place))
    }

    func sources(of role: DatabaseRole) throws(PersistenceError) -> [SessionDatabase] {
        var places = attachments.places[role].map { [$0] } ?? []
        if role == .account {
            for place in attachments.readOnly where !places.contains(place) { places.append(place) }
        }
        guard !places.isEmpty else { throw DatabaseConfiguration.notAttached(role) }
        return places.map { place in
            SessionDatabase(
                place: place,
                connection: Result { () throws(PersistenceError) in
                    try connection(to: Source(role: role, place: place))
                })
        }
    }

    private func connection(to source: Source) throws(PersistenceError) -> any EngineConnection {
        if let connection = begun[source] { return connection }
        let connection: any EngineConnection
        if let open = connections[source] {
            connection = open
        } else {
            connection = try configuration.openForReading(source.place, source.role)
            connections[source] = connection
        }
        try connection.begin(.reading)
        begun[source] = connection
        return connection
    }
}
