import Scheduling
public import Signals

extension Database {
    /// Returns the rows of a query as a signal: the current rows, and the new rows after commits.
    ///
    /// ```swift
    /// database.observe(Transfer.where { $0.state == .running })
    ///     .observe { screen.show($0) } failed: { screen.show($0) }
    /// ```
    ///
    /// Each commit that changed the table of the model sends at most one value; several commits in
    /// quick succession may share one. The readers read the rows, so an observation blocks no
    /// write. The rows arrive on the scheduler of the subscription.
    ///
    /// It follows the commits of this `Database`, not those of other processes.
    ///
    /// When the database of the model is detached, the signal fails with `.notAttached`, also if
    /// another one is attached at once. Rows of the former account that wait for delivery are
    /// dropped. After `close`, the signal fails with `.closed`. Traps when it is subscribed to
    /// outside of every scheduler.
    public func observe<Root: Model>(_ query: Query<Root>) -> Signal<[Root], PersistenceError> {
        Signal { [weak self] observer in
            guard let scheduler = Schedulers.current else {
                preconditionFailure("an observed query belongs to a scheduler: subscribe on one")
            }
            guard let self else {
                return observer.fail(.closed)
            }
            start(query, observer, on: scheduler)
        }
    }

    private func start<Root: Model>(
        _ query: Query<Root>, _ observer: Observer<[Root], PersistenceError>,
        on scheduler: any Scheduler
    ) {
        let role = Root.table.role
        let epoch = epoch(of: role)
        let relay = IsolatedBox(QueryRelay(observer), of: scheduler)
        let mailbox = Mailbox<QueryRelay<Root>.Rows>(to: scheduler) { [weak self] rows in
            guard let observer = relay.contentOnScheduler?.observer else { return }
            switch (rows, self?.epoch(of: role)) {
            case (.failure(let error), _): observer.fail(error)
            case (.success, nil): observer.fail(.closed)
            case (.success(let found), epoch): observer.send(found)
            // The rows are those of a detached account, or of another one that followed it.
            case (.success, _): observer.fail(DatabaseConfiguration.notAttached(role))
            }
        }
        let observation = QueryObservation(of: Root.table) { [weak self] done in
            guard let self else { return done() }
            read(query) { rows in
                mailbox.send(rows)
                done()
            }
        }
        let (changes, number) = (changes, changes.add(observation))
        observer.onDispose {
            mailbox.close()
            relay.drop()
            changes.remove(number)
        }
        observation.request()
    }

    /// Reads a query for an observation, with one of the readers.
    private func read<Root: Model>(
        _ query: Query<Root>, _ receive: @escaping @Sendable (QueryRelay<Root>.Rows) -> Void
    ) {
        gate.withReaders { [weak self] readers in
            guard let self else { return }
            switch readers {
            case .failure(let error): receive(.failure(error))
            case .success(let readers):
                readers.schedule { reader in
                    let result = Result { try reader.read { try $0.all(query) } }
                    receive(result.mapError(PersistenceError.init(read:)))
                } outcome: { [weak self] error in
                    guard let self, let error else { return }
                    // A barrier that began meanwhile has ended these readers.
                    if error.code == .schedulerShutDown, !gate.hasOpen(readers) {
                        return read(query, receive)
                    }
                    receive(.failure(Self.error(of: error)))
                }
            }
        }
    }
}

extension PersistenceError {
    /// Creates the error of a read.
    fileprivate init(read error: any Error) {
        self =
            error as? PersistenceError
            ?? PersistenceError(.failed, "the query failed: \(error)", cause: error)
    }
}

/// The receiver of the rows of a query, on the scheduler of the subscription.
private final class QueryRelay<Root: Model> {  // not @Schedulable: it is in an IsolatedBox
    typealias Rows = Result<[Root], PersistenceError>

    let observer: Observer<[Root], PersistenceError>

    init(_ observer: Observer<[Root], PersistenceError>) { self.observer = observer }
}
