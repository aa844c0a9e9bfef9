import Scheduling

/// The open connections, up to the limits.
final class ConnectionRegistry: Sendable {
    /// A connection, and the sender of its last request.
    private struct Entry: Sendable {
        let connection: WebConnection
        var visitor: WebVisitor?
    }

    private let limits: WebServerLimits
    private let connections = Guarded<[ObjectIdentifier: Entry]>([:])

    init(limits: WebServerLimits) {
        self.limits = limits
    }

    var count: Int { connections.withLock { $0.count } }

    /// Adds a connection, and makes room for it if another one waits for its client, or has no
    /// session.
    ///
    /// - Returns: `false` if all other connections are being served. The connection is added
    ///   nevertheless, so that it can send a refusal. A later one replaces it.
    func add(_ connection: WebConnection) -> Bool {
        let (isAccepted, replaced) = connections.withLock { connections in
            var replaced: [WebConnection] = []
            while connections.count >= limits.connections,
                let next = Self.idlest(of: connections.values)
                    ?? Self.oldestUnknown(of: connections.values)
            {
                connections[ObjectIdentifier(next)] = nil
                replaced.append(next)
            }
            let isAccepted = connections.count < limits.connections
            connections[ObjectIdentifier(connection)] = Entry(connection: connection)
            return (isAccepted, replaced)
        }
        for connection in replaced { connection.close() }
        return isAccepted
    }

    /// Takes note of the sender of a request that arrives on a connection.
    ///
    /// - Returns: `false` if the sender, a guest, has too many connections that are being served.
    func admit(_ visitor: WebVisitor, on connection: WebConnection) -> Bool {
        connections.withLock { connections in
            let id = ObjectIdentifier(connection)
            connections[id]?.visitor = visitor
            guard visitor.isGuest else { return true }
            let guests = connections.filter {
                $0.key != id && $0.value.visitor?.isGuest == true
                    && $0.value.connection.idleSince == nil
            }
            let own = guests.count { $0.value.visitor == visitor }
            return own < limits.guestConnections
                && guests.count < limits.connections - limits.ownerConnections
        }
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

    private var all: [WebConnection] { connections.withLock { $0.values.map(\.connection) } }

    private static func idlest(of entries: some Sequence<Entry>) -> WebConnection? {
        var idlest: (since: UInt64, connection: WebConnection)?
        for entry in entries {
            if let since = entry.connection.idleSince, idlest.map({ since < $0.since }) ?? true {
                idlest = (since, entry.connection)
            }
        }
        return idlest?.connection
    }

    private static func oldestUnknown(of entries: some Sequence<Entry>) -> WebConnection? {
        entries.filter { $0.visitor == .unknown }.map(\.connection)
            .min { $0.opened < $1.opened }
    }
}
