public import Scheduling
public import Signals

extension Database {
    /// Returns the rows of a query as a signal: the current rows, and the new rows after commits.
    ///
    /// ```swift
    /// database.observe(Transfer.where { $0.state == .running }, in: home)
    ///     .observe { screen.show($0) } failed: { screen.show($0) }
    /// ```
    ///
    /// Each commit that changed the table of the model sends at most one value; several commits in
    /// quick succession may share one. The readers read the rows, so an observation blocks no
    /// write. The rows arrive on the caller's scheduler.
    ///
    /// It follows the commits of this `Database`, not those of other processes.
    ///
    /// When the database of the model is detached, the signal fails with `.notAttached`, also if
    /// another one is attached at once. Rows of the former account that wait for delivery are
    /// dropped. When the `Database` is closed or released, the signal fails with `.closed`. The end
    /// of the scheduler ends the subscription without an event.
    ///
    /// - Parameters:
    ///   - query: the query.
    ///   - home: the caller's scheduler, on which the result is subscribed to.
    public func observe<Root: Model>(
        _ query: Query<Root>, in home: SchedulerIsolation
    ) -> Signal<[Root], PersistenceError> {
        Signal { [weak self] observer in
            let scheduler = home.scheduler(for: "observe")
            guard let self else {
                return observer.fail(.closed)
            }
            start(query, observer, on: scheduler)
        }
    }

    /// The number of observations that have not ended.
    package var observationCount: Int { changes.count }

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
        let observation = QueryObservation(of: Root.table) { [gate] done in
            Self.readRows(of: query, through: gate) { rows in
                mailbox.send(rows)
                done()
            }
        }
        let (changes, number) = (changes, changes.add(observation))
        // The relay is the only owner of the observer, whose release ends the subscription.
        let ending = scheduler.scheduleAtEnd { relay.drop() }
        observer.onDispose {
            ending.cancel()
            mailbox.close()
            relay.drop()
            changes.remove(number)
        }
        observation.request()
    }

    /// Reads a query for an observation, with one of the readers.
    ///
    /// It calls `receive` once, also if the database is released meanwhile.
    private static func readRows<Root: Model>(
        of query: Query<Root>, through gate: ReadGate,
        _ receive: @escaping @Sendable (QueryRelay<Root>.Rows) -> Void
    ) {
        gate.withReaders { readers in
            switch readers {
            case .failure(let error): receive(.failure(error))
            case .success(let readers):
                readers.schedule { reader in
                    let result = Result { try reader.read { try $0.all(query) } }
                    receive(result.mapError(PersistenceError.init(read:)))
                } outcome: { error in
                    guard let error else { return }
                    // A barrier that began meanwhile has ended these readers.
                    if error.code == .schedulerShutDown, !gate.hasOpen(readers) {
                        return Self.readRows(of: query, through: gate, receive)
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
