import Scheduling

/// The factory of a service that is made at each use.
final class EachSlot<Key: ServiceKey>: ServiceSlot {
    let home: any Scheduler
    private let make: @Sendable (SchedulerIsolation?) throws -> Key.Service

    init(at site: ServiceSite, _ make: @escaping @Sendable (LocalScope) throws -> Key.Service) {
        home = site.home
        self.make = { isolation in
            let service = try make(LocalScope(try site.scope, isolation))
            guard LifeCycles.has(service) else { return service }
            throw CompositionError(.unmanagedLifeCycle, Key.name)
        }
    }

    private var isPinned: Bool { Key.role != .anywhere }

    /// `nil`: each user owns an instance.
    var existing: Key.Service? { nil }

    var handle: SchedulerBound<Key.Service>? {
        isPinned ? SchedulerBound(lazilyOn: home) { [make] in try make($0) } : nil
    }

    func here(in scope: LocalScope) throws(BoundError) -> Key.Service {
        let isolation = isPinned ? scope.isolation(for: Key.self, on: home) : nil
        do {
            return try make(isolation)
        } catch {
            throw BoundError(
                .constructionFailed, service: Key.Service.self, on: home.name, cause: error)
        }
    }

    /// Does nothing, as the plan requires no service that is made at each use.
    func make(refused: @escaping @Sendable (any Error) -> Void) {}

    func release(_ released: @escaping @Sendable () -> Void) { released() }
}
