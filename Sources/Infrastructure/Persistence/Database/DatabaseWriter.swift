public import Scheduling

/// The connection that writes a database, confined to one scheduler.
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
public final class DatabaseWriter {
    /// The open database; `nil` after its end.
    private var connection: (any EngineConnection)?
    private var isInTransaction = false

    /// Opens a database, and creates or migrates it.
    ///
    /// A writer without a `Database` around it serves the services of the present scheduler alone.
    package init(
        _ engine: any PersistenceEngine, at place: DatabasePlace, schema: DatabaseSchema
    ) throws(PersistenceError) {
        let connection = try engine.open(place, program: schema.program, isReadOnly: false)
        try MigrationRunner(schema: schema, connection: connection, place: place).migrate()
        self.connection = connection
    }

    /// Writes in one transaction: all of its changes survive, or none.
    ///
    /// Traps within the closure of another call.
    ///
    /// - Parameters:
    ///   - isDurable: whether the call waits for the disk, so that the changes survive a power cut
    ///     when it has returned.
    ///   - body: receives the session of the transaction; if it throws, nothing is changed.
    /// - Throws: the error of `body`; the engine's errors.
    @discardableResult
    public func write<Value>(
        isDurable: Bool = true, _ body: (WriteSession) throws -> Value
    ) throws -> Value {
        try write(isDurable: isDurable, unless: nil, body)
    }

    /// Writes as `write` does, but rolls the transaction back if it was cancelled.
    func write<Value>(
        isDurable: Bool, unless cancellation: CancellationMark?,
        _ body: (WriteSession) throws -> Value
    ) throws -> Value {
        Schedulers.willBlock("DatabaseWriter.write")
        precondition(!isInTransaction, "a write began within the closure of another call")
        let connection = try openConnection()
        try connection.begin(.writing(isDurable: isDurable))
        let session = WriteSession(connection)
        isInTransaction = true
        defer {
            session.close()
            isInTransaction = false
        }
        do {
            let value = try body(session)
            if cancellation?.isCancelled == true { throw CancellationError() }
            try connection.commit()
            return value
        } catch {
            connection.rollBack()
            throw error
        }
    }

    /// Reads on the connection that writes, in one transaction, or in that of an outer call.
    ///
    /// - Throws: the error of `body`; the engine's errors.
    public func read<Value>(_ body: (ReadSession) throws -> Value) throws -> Value {
        Schedulers.willBlock("DatabaseWriter.read")
        let connection = try openConnection()
        let isOuter = !isInTransaction
        if isOuter { try connection.begin(.reading) }
        isInTransaction = true
        let session = ReadSession(connection)
        defer {
            session.close()
            if isOuter {
                connection.rollBack()
                isInTransaction = false
            }
        }
        return try body(session)
    }

    private func openConnection() throws(PersistenceError) -> any EngineConnection {
        guard let connection else { throw PersistenceError(.closed, "the database was closed") }
        return connection
    }

    /// Closes the database; every later call throws `.closed`.
    func close() { connection = nil }
}

/// The cancellation of a task that waits for a write.
final class CancellationMark: Sendable {
    private let mark = Guarded(false)

    var isCancelled: Bool { mark.withLock { $0 } }

    func cancel() { mark.withLock { $0 = true } }
}
