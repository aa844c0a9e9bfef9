import Scheduling
import Signals

/// A fallback for all routes with one type of output.
final class RouteFallback<Output: Sendable>: Registration {
    typealias Answer = @Sendable (any Route<Output>) -> BoundSignal<Output, FallbackEnd>

    let module: RegisteredModule
    private let answer: Guarded<Answer?>

    init<Service>(
        _ module: RegisteredModule, _ service: SchedulerBound<Service>,
        _ work: @escaping @Sendable (Service, any Route<Output>) -> Signal<Output, RouteError>?
    ) {
        self.module = module
        answer = Guarded { route in
            service.signal(
                { instance in
                    work(instance, route)?.mapFailure(FallbackEnd.failed) ?? .fail(.declined)
                },
                unavailable: {
                    .failed(RouteError(.unavailable, route: type(of: route).name, cause: $0))
                })
        }
    }

    /// The function that asks the fallback; `nil` when the module has been removed.
    var current: Answer? { answer.withLock { $0 } }

    func release() {
        let former = answer.withLock { $0.take() }
        withExtendedLifetime(former) {}
    }
}

/// The end of a fallback's answer.
enum FallbackEnd: Error {
    /// The fallback does not answer the route; the next one is asked.
    case declined
    case failed(RouteError)
}
