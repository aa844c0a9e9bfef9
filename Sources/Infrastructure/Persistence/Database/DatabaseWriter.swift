public import Scheduling

/// The connection that writes the attached databases, confined to one scheduler.
///
/// The services of this scheduler use it directly and synchronously:
///
/// ```swift
/// let library = SchedulerBound(on: business) { try Library(database.writer.get(in: $0)) }
/// ```
///
/// Its reads are not snapshots of the readers: they see the latest state, and within a transaction
/// its own changes. Each call blocks on the disk, so it is refused on a scheduler that does not
/// permit blocking (`Schedulers.refuseBlockingOnMain()`).
@Schedulable
public final class DatabaseWriter: SessionSource {
    private let configuration: DatabaseConfiguration
    private let changes: ChangeHub
    private var places: [DatabaseRole: DatabasePlace] = [:]
    private var connections: [DatabaseRole: any EngineConnection] = [:]
    /// A database that was opened and migrated, and is not attached yet.
    private var prepared: (place: DatabasePlace, connection: any EngineConnection)?
    private var isClosed = false
    private var writing: (role: DatabaseRole, session: WriteSession)?
    private var begun: [DatabaseRole: any EngineConnection] = [:]

    init(
        _ configuration: DatabaseConfiguration, _ changes: ChangeHub, guest: DatabasePlace,
        reporting progress: @escaping (MigrationProgress) -> Void
    ) throws(PersistenceError) {
        self.configuration = configuration
        self.changes = changes
        places[.guest] = guest
        connections[.guest] = try Self.open(guest, .guest, configuration, progress)
    }

    /// Opens a database of its own, for the services of the present scheduler alone.
    ///
    /// It needs no `Database` around it: it has no readers, no observations, and the role `.guest`.
    /// It creates or migrates the database.
    package convenience init(
        _ engine: any PersistenceEngine, at place: DatabasePlace, schema: DatabaseSchema
    ) throws(PersistenceError) {
        let configuration = DatabaseConfiguration(engine: engine, schemas: [.guest: schema])
        try self.init(configuration, ChangeHub(), guest: place) { _ in }
    }

    /// Writes one database in one transaction: all of its changes survive, or none.
    ///
    /// Within the closure of another `write` of the same role, it is a nested transaction: if its
    /// closure throws, only the nested transaction is rolled back. Traps within the closure of a
    /// `read`.
    ///
    /// - Parameters:
    ///   - role: the role of the database.
    ///   - isDurable: whether the call waits for the disk, so that the changes survive a power cut
    ///     when it has returned.
    ///   - body: receives the session of the transaction; if it throws, nothing is changed.
    /// - Throws: the error of `body`; `.notAttached`; `.twoDatabases` within a `write` of another
    ///   role; the engine's errors.
    @discardableResult
    public func write<Value>(
        _ role: DatabaseRole = .guest, isDurable: Bool = true,
        _ body: (WriteSession) throws -> Value
    ) throws -> Value {
        try write(role, isDurable: isDurable, unless: nil, body)
    }

    /// Writes as `write` does, but rolls the transaction back if it was cancelled.
    func write<Value>(
        _ role: DatabaseRole, isDurable: Bool, unless cancellation: CancellationMark?,
        _ body: (WriteSession) throws -> Value
    ) throws -> Value {
        Schedulers.willBlock("DatabaseWriter.write")
        if let writing {
            guard writing.role == role else {
                throw PersistenceError(
                    .twoDatabases,
                    "a write of the \(role) database began within one of the \(writing.role) one")
            }
            return try writing.session.transaction(body)
        }
        precondition(begun.isEmpty, "a write began within the closure of a read")
        let connection = try attached(role)
        try connection.begin(.writing(isDurable: isDurable))
        let session = WriteSession(self, role: role)
        writing = (role, session)
        begun[role] = connection
        defer {
            session.close()
            writing = nil
            endReads(except: nil)
        }
        do {
            let value = try body(session)
            if cancellation?.isCancelled == true { throw CancellationError() }
            try connection.commit()
            begun[role] = nil
            changes.commit(role, connection.changedTables.union(session.markedTables))
            return value
        } catch {
            connection.rollBack()
            begun[role] = nil
            throw error
        }
    }

    /// Reads on the connection that writes, in one transaction.
    ///
    /// - Throws: the error of `body`; the engine's errors.
    public func read<Value>(_ body: (ReadSession) throws -> Value) throws -> Value {
        Schedulers.willBlock("DatabaseWriter.read")
        let outer = Set(begun.keys)
        let session = ReadSession(self)
        defer {
            session.close()
            endReads(except: outer)
        }
        return try body(session)
    }

    /// Ends the read transactions, except for those of an outer call.
    private func endReads(except outer: Set<DatabaseRole>?) {
        for (role, connection) in begun where outer?.contains(role) != true {
            connection.rollBack()
            begun[role] = nil
        }
    }

    func connection(for role: DatabaseRole) throws(PersistenceError) -> any EngineConnection {
        if let connection = begun[role] { return connection }
        let connection = try attached(role)
        try connection.begin(.reading)
        begun[role] = connection
        return connection
    }

    private func attached(_ role: DatabaseRole) throws(PersistenceError) -> any EngineConnection {
        if isClosed { throw PersistenceError.closed }
        guard let connection = connections[role] else {
            throw DatabaseConfiguration.notAttached(role)
        }
        return connection
    }

    func sources(of role: DatabaseRole) throws(PersistenceError) -> [SessionDatabase] {
        guard let place = places[role] else { throw DatabaseConfiguration.notAttached(role) }
        return [SessionDatabase(place: place, connection: .success(try connection(for: role)))]
    }

    /// Opens and migrates a database, which `attachPrepared` attaches later.
    func prepare(
        _ place: DatabasePlace, _ role: DatabaseRole,
        reporting progress: @escaping (MigrationProgress) -> Void
    ) throws(PersistenceError) {
        if isClosed { throw PersistenceError.closed }
        guard connections[role] == nil else {
            throw PersistenceError(
                .alreadyAttached, "the \(role) database is \(places[role]?.name ?? "")")
        }
        if let prepared {
            throw PersistenceError(.alreadyAttached, "\(prepared.place) is being attached")
        }
        prepared = (place, try Self.open(place, role, configuration, progress))
    }

    func attachPrepared(as role: DatabaseRole) {
        guard let prepared else { return }
        places[role] = prepared.place
        connections[role] = prepared.connection
        self.prepared = nil
    }

    /// Closes a database that is not attached after all.
    func discardPrepared() { prepared = nil }

    /// Closes the database of a role, if there is one.
    func detach(_ role: DatabaseRole) {
        precondition(begun.isEmpty, "a database was detached within a transaction")
        places[role] = nil
        connections[role] = nil
    }

    /// Closes all databases; every later call throws `.closed`.
    func closeAll() {
        isClosed = true
        places = [:]
        connections = [:]
        prepared = nil
    }

    private static func open(
        _ place: DatabasePlace, _ role: DatabaseRole, _ configuration: DatabaseConfiguration,
        _ progress: @escaping (MigrationProgress) -> Void
    ) throws(PersistenceError) -> any EngineConnection {
        let schema = configuration.schema(of: role)
        let connection = try configuration.engine.openForWriting(place, program: schema.program)
        try MigrationRunner(schema: schema, connection: connection, place: place)
            .migrate(reporting: progress)
        return connection
    }
}

/// The cancellation of a task that waits for a write.
final class CancellationMark: Sendable {
    private let mark = Guarded(false)

    var isCancelled: Bool { mark.withLock { $0 } }

    func cancel() { mark.withLock { $0 = true } }
}
