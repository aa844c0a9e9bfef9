/// A service that reads the attached databases, on its own connections.
///
/// It opens a connection at its first use. Each read is one transaction for each database.
final class DatabaseReader: SessionSource {  // not @Schedulable: confined to a service pool
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

    func read<Value>(_ body: (ReadSession) throws -> Value) throws -> Value {
        let session = ReadSession(self)
        defer {
            session.close()
            for connection in begun.values { connection.rollBack() }
            begun = [:]
        }
        return try body(session)
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
