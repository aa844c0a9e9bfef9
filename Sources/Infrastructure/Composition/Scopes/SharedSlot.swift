import CScheduling
public import Scheduling

/// The storage of a thread-safe service, which its first user makes.
///
/// No lock is held while the factory runs. Other threads wait for its end. Their schedulers serve
/// no work meanwhile, so the factory must not wait for a scheduler that may use the service.
@usableFromInline
final class SharedSlot<Key: SharedServiceKey>: ServiceSlot {
    /// The progress of the construction, until the service exists.
    enum Progress: Sendable {
        case none
        /// A thread makes the service, and others wait.
        case underWay(thread: UInt, waiting: [Parker])
        case failed(BoundError)
    }

    @usableFromInline
    struct State: Sendable {
        @usableFromInline var service: Key.Service?
        var progress = Progress.none
    }

    /// The next step of a user.
    private enum Step {
        case make
        case wait(Parker)
        case done(Result<Key.Service, BoundError>)
    }

    @usableFromInline let state = Guarded(State())
    let home: any Scheduler
    private let make: @Sendable () throws -> Key.Service
    private let report: @Sendable (Result<Key.Service, any Error>) -> Void

    init(at site: ServiceSite, _ make: @escaping @Sendable (LocalScope) throws -> Key.Service) {
        home = site.home
        self.make = { try make(LocalScope(try site.scope, nil)) }
        report = { result in
            switch result {
            case .success(let service): site.report(service)
            case .failure(let error): site.reportFailure(error)
            }
        }
    }

    @inlinable var existing: Key.Service? { state.withLock { $0.service } }

    /// `nil`: every thread may use the service itself.
    var handle: SchedulerBound<Key.Service>? { nil }

    func here(in scope: LocalScope) throws(BoundError) -> Key.Service { try get() }

    /// Returns the service, and makes it at the first use.
    @usableFromInline
    func get() throws(BoundError) -> Key.Service {
        while true {
            switch nextStep() {
            case .done(let result): return try result.get()
            case .make: return try finish()
            case .wait(let parker): parker.park(until: .distantFuture)
            }
        }
    }

    func make() async throws(BoundError) { _ = try get() }

    func release(_ released: @escaping @Sendable () -> Void) {
        let gone = BoundError(
            .serviceGone, service: Key.Service.self, on: Key.role.name, cause: nil)
        let former = state.withLock { state in
            defer { state = State(progress: .failed(gone)) }
            return state
        }
        withExtendedLifetime(former) {}
        released()
    }

    private func nextStep() -> Step {
        let thread = cs_thread_number()
        return state.withLock { state in
            if let service = state.service { return .done(.success(service)) }
            switch state.progress {
            case .none:
                state.progress = .underWay(thread: thread, waiting: [])
                return .make
            case .underWay(let maker, let waiting):
                precondition(maker != thread, "\(Key.name) is used by its own factory")
                let parker = Parker()
                state.progress = .underWay(thread: maker, waiting: waiting + [parker])
                return .wait(parker)
            case .failed(let error): return .done(.failure(error))
            }
        }
    }

    private func finish() throws(BoundError) -> Key.Service {
        let made = Result { try make() }
        let result = made.mapError { error in
            BoundError(
                .constructionFailed, service: Key.Service.self, on: Key.role.name, cause: error)
        }
        let waiting = state.withLock { state -> [Parker] in
            guard case .underWay(_, let waiting) = state.progress else { return [] }
            switch result {
            case .success(let service): state = State(service: service)
            case .failure(let error): state.progress = .failed(error)
            }
            return waiting
        }
        for parker in waiting { parker.unpark() }
        report(made)
        return try result.get()
    }
}
