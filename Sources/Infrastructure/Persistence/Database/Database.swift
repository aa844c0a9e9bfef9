public import Scheduling

/// A database of a program: one writer, and several readers beside it.
///
/// ```swift
/// let database = Database(
///     MemoryEngine(), at: DatabasePlace("transfers"), schema: schema, on: business)
/// try await database.write { try $0.insert(transfer) }
/// let waiting = try await database.read { try $0.all(Transfer.where { $0.state == .waiting }) }
/// ```
///
/// It may be used from any thread. All writes run on the scheduler of the writer, one after
/// another. Reads run on the readers, concurrently with writes. Each read sees a snapshot, and
/// never waits for a write. Calls that are made before the database is open wait for it. If it
/// cannot be opened, each call throws the reason.
public final class Database: Sendable {
    /// The schedulers of the readers.
    public enum Readers: Sendable {
        /// New threads, each with a connection.
        case threads(Int)
        /// These schedulers, such as the main scheduler of a program with one thread.
        case schedulers([any Scheduler])
    }

    /// The writer, for services of its scheduler.
    public let writer: SchedulerBound<DatabaseWriter>
    private let readers: ServicePool<DatabaseReader>
    /// Whether the writer has opened and migrated the database.
    private let isOpen = Guarded(false)

    /// Opens the database, and creates or migrates it, on the scheduler of the writer.
    ///
    /// - Parameters:
    ///   - engine: the engine that opens the database.
    ///   - place: the place of the database.
    ///   - schema: its tables.
    ///   - scheduler: the scheduler of the writer.
    ///   - readers: the schedulers of the readers.
    public init(
        _ engine: any PersistenceEngine, at place: DatabasePlace, schema: DatabaseSchema,
        on scheduler: any Scheduler, readers: Readers = .threads(4)
    ) {
        writer = SchedulerBound(on: scheduler) {
            try DatabaseWriter(engine, at: place, schema: schema)
        }
        let makeReader: @Sendable () -> DatabaseReader = {
            DatabaseReader { () throws(PersistenceError) in
                try DatabaseReader.open(engine, place, schema)
            }
        }
        self.readers =
            switch readers {
            case .threads(let count): ServicePool(count: count, name: "read", makeReader)
            case .schedulers(let schedulers): ServicePool(on: schedulers, makeReader)
            }
        writer.schedule { _ in }  // opens it
    }

    /// Reads in one transaction, on one of the readers.
    ///
    /// - Throws: the error of `body`; `.busy` when too many reads wait; `.closed`;
    ///   `CancellationError` when the task is cancelled before the read begins.
    public nonisolated(nonsending) func read<Value: Sendable>(
        _ body: @escaping @Sendable (ReadSession) throws -> Value
    ) async throws -> Value {
        if !isOpen.withLock({ $0 }) {
            try await use { _ in }
            isOpen.withLock { $0 = true }
        }
        return try await Self.mapping {
            // The errors of `body` are results, so that they are not errors of the delivery.
            try await readers.run { reader in Result { try reader.read(body) } }
        }
    }

    /// Writes in one transaction, on the scheduler of the writer.
    ///
    /// If the task is cancelled before the commit, the transaction is rolled back.
    ///
    /// - Throws: as `DatabaseWriter.write`; `CancellationError`.
    @discardableResult
    public nonisolated(nonsending) func write<Value: Sendable>(
        isDurable: Bool = true, _ body: @escaping @Sendable (WriteSession) throws -> Value
    ) async throws -> Value {
        let cancellation = CancellationMark()
        return try await withTaskCancellationHandler {
            try await use { writer in
                try writer.write(isDurable: isDurable, unless: cancellation, body)
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    /// Waits for the running reads, and closes all connections; later calls throw `.closed`.
    ///
    /// A cancellation of the task does not interrupt it.
    public nonisolated(nonsending) func close() async {
        readers.shutDown()
        _ = await readers.finished()
        // A task of its own: a cancellation of the caller must not leave the files open.
        _ = await Task { [writer] in try? await writer.run { $0.close() } }.value
    }

    private nonisolated(nonsending) func use<Value: Sendable>(
        _ body: @escaping @Sendable (DatabaseWriter) throws -> Value
    ) async throws -> Value {
        try await Self.mapping { try await writer.run { writer in Result { try body(writer) } } }
    }

    /// Converts the error of a call that could not be delivered.
    private static nonisolated(nonsending) func mapping<Value>(
        _ call: nonisolated(nonsending) () async throws -> Result<Value, any Error>
    ) async throws -> Value {
        let result: Result<Value, any Error>
        do {
            result = try await call()
        } catch let error as BoundError {
            switch error.code {
            case .constructionFailed:
                throw error.cause as? PersistenceError
                    ?? PersistenceError(.failed, "the database cannot be opened", cause: error)
            case .queueFull: throw PersistenceError(.busy, "too many reads wait", cause: error)
            default: throw PersistenceError(.closed, "the scheduler has ended", cause: error)
            }
        }
        return try result.get()
    }
}
