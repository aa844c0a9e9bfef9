import Scheduling
import Signals

/// Finds the service of a call.
protocol ServiceFinder<R, Service>: Sendable {
    associatedtype R: Route
    associatedtype Service

    func service(for route: R) throws -> SchedulerBound<Service>
}

/// One service for all calls.
struct FixedService<R: Route, Service>: ServiceFinder {
    let service: SchedulerBound<Service>

    func service(for route: R) -> SchedulerBound<Service> { service }
}

/// The service that a closure returns.
struct FoundService<R: Route, Service>: ServiceFinder {
    let find: @Sendable (R) throws -> SchedulerBound<Service>

    func service(for route: R) throws -> SchedulerBound<Service> { try find(route) }
}

/// The work of a handler for one call.
///
/// The forms are separate, so that most handlers need no closure around that of the module.
enum HandlerWork<R: Route, Service>: Sendable {
    case value(@Sendable (Service, R) throws -> R.Output)
    case signal(@Sendable (Service, R) -> Signal<R.Output, Never>)
    case failing(@Sendable (Service, R) -> Signal<R.Output, RouteError>)

    func callAsFunction(_ service: Service, _ route: R) -> Signal<R.Output, RouteError> {
        switch self {
        case .value(let work):
            .result(Result { try work(service, route) }.mapError { RouteError($0, in: R.name) })
        case .signal(let work): work(service, route).answering(R.name)
        case .failing(let work): work(service, route)
        }
    }
}

/// A handler that calls a service on the service's scheduler.
final class ServiceHandler<R: Route, Finder: ServiceFinder<R, Service>, Service>:
    RouteHandler<R>, @unchecked Sendable  // all properties are constants
{
    private struct Parts {
        let finder: Finder
        let work: HandlerWork<R, Service>
    }

    private let parts: Guarded<Parts?>
    private let runs: JoinedRuns<R>?

    init(
        _ module: RegisteredModule, _ finder: Finder, _ reuse: RouteReuse<R>,
        _ work: HandlerWork<R, Service>
    ) {
        parts = Guarded(Parts(finder: finder, work: work))
        runs = reuse.key.map(JoinedRuns.init)
        super.init(module)
    }

    override func start(_ call: RouteCall<R>) -> BoundSignal<R.Output, RouteError>? {
        guard let parts = parts.withLock({ $0 }) else { return nil }
        let service: SchedulerBound<Service>
        do {
            service = try parts.finder.service(for: call.route)
        } catch {
            return call.context.failing(
                RouteError(.unavailable, route: R.name, cause: error))
        }
        return service.signal(
            { [self, work = parts.work, home = service.scheduler] instance in
                // The module may have been removed while the call waited for its turn.
                if module.isRemoved {
                    return call.context.unhandled(call, in: SchedulerIsolation(home))
                }
                guard let runs else { return work(instance, call.route) }
                return runs.join(call.route, of: service) { work(instance, call.route) }
            },
            unavailable: { RouteError(.unavailable, route: R.name, cause: $0) },
            call.file, call.line)
    }

    override func release() {
        let former = parts.withLock { $0.take() }
        withExtendedLifetime(former) {}
    }
}
