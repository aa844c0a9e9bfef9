import Scheduling

/// The observations of queries, which a commit notifies.
final class ChangeHub: Sendable {
    private struct Content {
        var observations: [Int: QueryObservation] = [:]
        var lastNumber = 0
    }

    private let content = Guarded(Content())

    var count: Int { content.withLock { $0.observations.count } }

    func add(_ observation: QueryObservation) -> Int {
        content.withLock { content in
            content.lastNumber += 1
            content.observations[content.lastNumber] = observation
            return content.lastNumber
        }
    }

    func remove(_ number: Int) {
        let removed = content.withLock { $0.observations.removeValue(forKey: number) }
        withExtendedLifetime(removed) {}
    }

    /// Requests new values of all queries.
    func commitAll() {
        for observation in content.withLock({ Array($0.observations.values) }) {
            observation.request()
        }
    }

    /// Requests new values of the queries of some tables; `nil` stands for all tables of a role.
    func commit(_ role: DatabaseRole, _ tables: Set<String>?) {
        if tables?.isEmpty == true { return }
        let observations = content.withLock { Array($0.observations.values) }
        for observation in observations where observation.role == role {
            if tables?.contains(observation.table) ?? true { observation.request() }
        }
    }
}

/// An observation of a query: at most one of its reads runs at a time.
final class QueryObservation: Sendable {
    private enum State { case idle, reading, readingOutdated }

    let role: DatabaseRole
    let table: String
    private let state = Guarded(State.idle)
    /// Starts a read, and calls its argument after it.
    private let read: @Sendable (_ done: @escaping @Sendable () -> Void) -> Void

    init(
        of table: TableSchema,
        _ read: @escaping @Sendable (_ done: @escaping @Sendable () -> Void) -> Void
    ) {
        role = table.role
        self.table = table.name
        self.read = read
    }

    /// Reads the query, at once or after the running read.
    func request() {
        let begins = state.withLock { state in
            let begins = state == .idle
            state = begins ? .reading : .readingOutdated
            return begins
        }
        if begins { start() }
    }

    private func start() {
        read { [self] in
            let isOutdated = state.withLock { state in
                let isOutdated = state == .readingOutdated
                state = isOutdated ? .reading : .idle
                return isOutdated
            }
            if isOutdated { start() }
        }
    }
}
