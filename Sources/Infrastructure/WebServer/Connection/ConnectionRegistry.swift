import Scheduling

/// The open connections, up to a limit.
final class ConnectionRegistry: Sendable {
    private let limit: Int
    private let connections = Guarded<[ObjectIdentifier: WebConnection]>([:])

    init(limit: Int) {
        self.limit = limit
    }

    var count: Int { connections.withLock { $0.count } }

    /// Adds a connection, and makes room for it if another one waits for its client.
    ///
    /// - Returns: `false` if all other connections are being served. The connection is added
    ///   nevertheless, so that it can send a refusal. A later one replaces it.
    func add(_ connection: WebConnection) -> Bool {
        let (isAccepted, replaced) = connections.withLock { connections in
            var replaced: [WebConnection] = []
            while connections.count >= limit, let idlest = Self.idlest(of: connections.values) {
                connections[ObjectIdentifier(idlest)] = nil
                replaced.append(idlest)
            }
            let isAccepted = connections.count < limit
            connections[ObjectIdentifier(connection)] = connection
            return (isAccepted, replaced)
        }
        for connection in replaced { connection.close() }
        return isAccepted
    }

    func remove(_ connection: WebConnection) {
        connections.withLock { $0[ObjectIdentifier(connection)] = nil }
    }

    /// Closes each connection when its current response ends.
    func endAfterResponses() {
        for connection in all {
            ConnectionCommand.endAfterResponses.send(to: connection.channel)
        }
    }

    func closeAll() {
        for connection in all { connection.close() }
    }

    private var all: [WebConnection] { connections.withLock { Array($0.values) } }

    private static func idlest(of connections: some Sequence<WebConnection>) -> WebConnection? {
        var idlest: (since: UInt64, connection: WebConnection)?
        for connection in connections {
            if let since = connection.idleSince, idlest.map({ since < $0.since }) ?? true {
                idlest = (since, connection)
            }
        }
        return idlest?.connection
    }
}
