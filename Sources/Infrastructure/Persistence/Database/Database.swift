public import Scheduling

/// The databases of a program: one for each role, one writer, and several readers.
///
/// ```swift
/// let database = Database(
///     MemoryEngine(), guest: DatabasePlace("guest"),
///     schemas: [.guest: settings, .account: library], on: business)
/// try await database.attach(DatabasePlace("anna"))
/// try await database.write(.account) { try $0.insert(transfer) }
/// let waiting = try await database.read { try $0.all(Transfer.where { $0.state == .waiting }) }
/// ```
///
/// It may be used from any thread. All writes run on the scheduler of the writer, one after
/// another. Reads run on the readers, concurrently with writes. Each read sees a snapshot, and
/// never waits for a write. Calls that are made before the guest database is open wait for it. If
/// it cannot be opened, each call throws the reason.
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
    let changes: ChangeHub
    let gate: ReadGate
    private let configuration: DatabaseConfiguration
    private let placement: Readers
    private let attachments: Guarded<Attachments>

    /// Opens the guest database, and creates or migrates it, on the scheduler of the writer.
    ///
    /// - Parameters:
    ///   - engine: the engine that opens the databases.
    ///   - guest: the place of the guest database.
    ///   - schemas: the schema of each role that the program uses; `.guest` is one of them.
    ///   - scheduler: the scheduler of the writer.
    ///   - readers: the schedulers of the readers.
    ///   - progress: receives the progress of migrations, on the scheduler of the writer.
    public init(
        _ engine: any PersistenceEngine, guest: DatabasePlace,
        schemas: [DatabaseRole: DatabaseSchema], on scheduler: any Scheduler,
        readers: Readers = .threads(4),
        reporting progress: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
    ) {
        let configuration = DatabaseConfiguration(engine: engine, schemas: schemas)
        for (role, schema) in schemas {
            for model in schema.models {
                precondition(
                    model.table.role == role,
                    "\(model) belongs to the \(model.table.role) database, not the \(role) one")
            }
        }
        let (changes, gate) = (ChangeHub(), ReadGate())
        self.configuration = configuration
        self.changes = changes
        self.gate = gate
        placement = readers
        let attached = Attachments(places: [.guest: guest])
        attachments = Guarded(attached)
        writer = SchedulerBound(on: scheduler) {
            try DatabaseWriter(configuration, changes, guest: guest, reporting: progress)
        }
        writer.schedule { _ in
            gate.endBarrier(Self.readers(configuration, attached, readers))
        } outcome: { error in
            if let error { gate.end(Self.error(of: error)) }
        }
    }

    deinit {
        gate.end(.closed)?.shutDown()
        changes.commitAll()
    }

    /// Reads in one transaction for each database, on one of the readers.
    ///
    /// - Throws: the error of `body`; `.notAttached`; `.busy` when too many reads wait; `.closed`;
    ///   `CancellationError` when the task is cancelled before the read begins.
    public nonisolated(nonsending) func read<Value: Sendable>(
        _ body: @escaping @Sendable (ReadSession) throws -> Value
    ) async throws -> Value {
        while true {
            let readers = try await gate.readers()
            let result: Result<Value, any Error>
            do {
                // The errors of `body` are results, so that they are not errors of the delivery.
                result = try await readers.run { reader in Result { try reader.read(body) } }
            } catch let error as BoundError {
                // A barrier that began meanwhile has ended these readers.
                if error.code == .schedulerShutDown, !gate.hasOpen(readers) { continue }
                throw Self.error(of: error)
            }
            return try result.get()
        }
    }

    /// Writes one database in one transaction, on the scheduler of the writer.
    ///
    /// If the task is cancelled before the commit, the transaction is rolled back.
    ///
    /// - Throws: as `DatabaseWriter.write`; `CancellationError`.
    @discardableResult
    public nonisolated(nonsending) func write<Value: Sendable>(
        _ role: DatabaseRole = .guest, isDurable: Bool = true,
        _ body: @escaping @Sendable (WriteSession) throws -> Value
    ) async throws -> Value {
        let cancellation = CancellationMark()
        return try await withTaskCancellationHandler {
            try await use { writer in
                try writer.write(role, isDurable: isDurable, unless: cancellation, body)
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    /// Calls `body` on the scheduler of the writer while no read runs.
    ///
    /// New reads wait for its end. Barriers run one after another.
    ///
    /// - Throws: the error of `body`; `.closed`; `CancellationError` when the task is cancelled
    ///   before `body` begins.
    @discardableResult
    public nonisolated(nonsending) func barrier<Value: Sendable>(
        _ body: @escaping @Sendable (DatabaseWriter) throws -> Value
    ) async throws -> Value {
        let readers = try await gate.beginBarrier()
        readers?.shutDown()
        _ = await readers?.finished()
        let result: Result<Value, any Error>
        do {
            result = .success(try await use(body))
        } catch {
            result = .failure(error)
        }
        gate.endBarrier(
            Self.readers(configuration, attachments.withLock { $0 }, placement))
        return try result.get()
    }

    /// Opens the account database, and creates or migrates it, at sign-in.
    ///
    /// - Throws: `.alreadyAttached`; an error of the opening, after which nothing is attached.
    public nonisolated(nonsending) func attach(
        _ place: DatabasePlace, as role: DatabaseRole = .account,
        reporting progress: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
    ) async throws {
        // Reads continue while the database is migrated.
        try await use { try $0.prepare(place, role, reporting: progress) }
        do {
            try await barrier { [self] writer in
                writer.attachPrepared(as: role)
                attachments.withLock {
                    $0.places[role] = place
                    $0.epochs[role, default: 0] += 1
                }
            }
        } catch {
            writer.schedule { $0.discardPrepared() }
            throw error
        }
        changes.commit(role, nil)
    }

    /// Closes the account database, at sign-out; without effect if there is none.
    ///
    /// It waits for the running reads. When it has returned, no read sees the database, and the
    /// observations of its models send no more rows and fail with `.notAttached`. A cancellation of
    /// the task does not interrupt it.
    ///
    /// - Throws: `.closed`.
    public nonisolated(nonsending) func detach(_ role: DatabaseRole = .account) async throws {
        precondition(role != .guest, "the guest database cannot be detached")
        // A task of its own: a cancellation of the caller must not keep the account signed in.
        try await Task { [self] in
            try await barrier { [self] writer in
                writer.detach(role)
                attachments.withLock { attachments in
                    let place = attachments.places.removeValue(forKey: role)
                    attachments.readOnly.removeAll { $0 == place }
                    attachments.epochs[role, default: 0] += 1
                }
            }
        }.value
        changes.commit(role, nil)
    }

    /// Replaces the additional account databases of `ReadSession.mergedPage`.
    ///
    /// The additional databases stay attached when the account database is detached, except for
    /// that database itself.
    ///
    /// - Throws: `.tooMany` for more than eight.
    public nonisolated(nonsending) func attach(readOnly places: [DatabasePlace]) async throws {
        guard places.count <= Attachments.maximumReadOnly else {
            throw PersistenceError(
                .tooMany,
                "\(places.count) databases were attached for reading; the limit is "
                    + "\(Attachments.maximumReadOnly)")
        }
        try await barrier { [self] _ in
            attachments.withLock { $0.readOnly = places }
        }
    }

    /// Ends the readers, closes all connections, and makes observations fail with `.closed`.
    ///
    /// It waits for the running reads, including those for which a barrier waits.
    /// A cancellation of the task does not interrupt it.
    public nonisolated(nonsending) func close() async {
        let readers = gate.end(.closed)
        changes.commitAll()
        readers?.shutDown()
        _ = await readers?.finished()
        // A task of its own: a cancellation of the caller must not leave the files open.
        _ = await Task { [writer] in try? await writer.run { $0.closeAll() } }.value
    }

    func epoch(of role: DatabaseRole) -> Int {
        attachments.withLock { $0.epochs[role] ?? 0 }
    }

    private nonisolated(nonsending) func use<Value: Sendable>(
        _ body: @escaping @Sendable (DatabaseWriter) throws -> Value
    ) async throws -> Value {
        let result: Result<Value, any Error>
        do {
            result = try await writer.run { writer in Result { try body(writer) } }
        } catch let error as BoundError {
            throw Self.error(of: error)
        }
        return try result.get()
    }

    private static func readers(
        _ configuration: DatabaseConfiguration, _ attachments: Attachments, _ placement: Readers
    ) -> ReadGate.Readers {
        switch placement {
        case .threads(let count):
            ServicePool(count: count, name: "read") { DatabaseReader(configuration, attachments) }
        case .schedulers(let schedulers):
            ServicePool(on: schedulers) { DatabaseReader(configuration, attachments) }
        }
    }

    /// The error of a call that could not be delivered.
    static func error(of error: BoundError) -> PersistenceError {
        switch error.code {
        case .constructionFailed:
            error.cause as? PersistenceError
                ?? PersistenceError(.failed, "the database cannot be opened", cause: error)
        case .queueFull: PersistenceError(.busy, "too many reads wait", cause: error)
        default: PersistenceError(.closed, "the scheduler has ended", cause: error)
        }
    }
}
