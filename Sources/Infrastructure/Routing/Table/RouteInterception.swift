import Scheduling
import Signals

/// An interceptor that a module registered.
protocol RouteInterception: Registration {
    /// Returns the decision about a call.
    ///
    /// It is `nil` when the interceptor does not concern the route, or has been removed.
    func decision<R: Route>(
        on call: RouteCall<R>
    ) -> BoundSignal<RouteDecision<R.Output>, RouteError>?

    /// Whether the interceptor concerns a type of route.
    func concerns<R: Route>(_ route: R.Type) -> Bool
}

/// An interceptor of every route.
final class GeneralInterception<Interceptor: RouteInterceptor>: RouteInterception {
    let module: RegisteredModule
    private let service: Guarded<SchedulerBound<Interceptor>?>

    init(_ module: RegisteredModule, _ service: SchedulerBound<Interceptor>) {
        self.module = module
        self.service = Guarded(service)
    }

    func concerns<R: Route>(_ route: R.Type) -> Bool { !module.isRemoved }

    func decision<R: Route>(
        on call: RouteCall<R>
    ) -> BoundSignal<RouteDecision<R.Output>, RouteError>? {
        service.withLock { $0 }?.deciding(about: call) { $0.decide($1) }
    }

    func release() {
        let former = service.withLock { $0.take() }
        withExtendedLifetime(former) {}
    }
}

/// An interceptor of one type of route.
final class SpecificInterception<Own: Route, Service>: RouteInterception {
    typealias Decide = @Sendable (Service, Own) -> Signal<RouteDecision<Own.Output>, Never>

    let module: RegisteredModule
    private let decide: Decide
    private let service: Guarded<SchedulerBound<Service>?>

    init(
        _ module: RegisteredModule, _ service: SchedulerBound<Service>, _ decide: @escaping Decide
    ) {
        self.module = module
        self.decide = decide
        self.service = Guarded(service)
    }

    func concerns<R: Route>(_ route: R.Type) -> Bool { route == Own.self && !module.isRemoved }

    func decision<R: Route>(
        on call: RouteCall<R>
    ) -> BoundSignal<RouteDecision<R.Output>, RouteError>? {
        guard let call = call as? RouteCall<Own>, let service = service.withLock({ $0 }) else {
            return nil
        }
        // The two types are one, which the compiler cannot prove.
        let decision: any Sendable = service.deciding(about: call, decide)
        return decision as? BoundSignal<RouteDecision<R.Output>, RouteError>
    }

    func release() {
        let former = service.withLock { $0.take() }
        withExtendedLifetime(former) {}
    }
}

extension SchedulerBound {
    /// Returns the signal of a decision that the service makes.
    fileprivate func deciding<R: Route>(
        about call: RouteCall<R>,
        _ decide: @escaping @Sendable (Service, R) -> Signal<RouteDecision<R.Output>, Never>
    ) -> BoundSignal<RouteDecision<R.Output>, RouteError> {
        signal(
            { decide($0, call.route).answering(R.name) },
            unavailable: { RouteError(.unavailable, route: R.name, cause: $0) },
            call.file, call.line)
    }
}
