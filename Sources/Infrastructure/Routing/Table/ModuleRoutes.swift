import BoundaryErrors
public import Scheduling
public import Signals

/// The handlers, interceptors and fallbacks of one module.
///
/// ```swift
/// table.add("Feed") { routes in
///     routes.serve(ShowFeed.self, by: library) { library, route in
///         library.window(limit: route.limit)
///     }
/// }
/// ```
///
/// A handler runs on the home scheduler of its service. It returns an output, or a signal with any
/// number of outputs; the disposal of a call disposes of its signal. A failure reaches the caller
/// as the `cause` of a `RouteError` with the code `failed`; a `RouteError` stays as it is.
public struct ModuleRoutes: Sendable {
    let module: RegisteredModule
    let place: DeclarationPlace
    private(set) var handlers: [HandlerDeclaration] = []
    private(set) var interceptions: [any RouteInterception] = []
    private(set) var fallbacks: [(output: ObjectIdentifier, fallback: any Registration)] = []

    init(_ module: String, _ file: StaticString, _ line: UInt) {
        self.module = RegisteredModule(module)
        place = DeclarationPlace(module: module, file: file, line: line)
    }

    /// Serves a route by a signal of a service.
    ///
    /// - Parameters:
    ///   - route: the type of the route; one handler may serve it.
    ///   - service: the service, on whose scheduler the handler runs.
    ///   - reuse: whether calls may share a run.
    ///   - work: returns the signal of one run.
    @_disfavoredOverload
    public mutating func serve<R: Route, Service, Failure: Error>(
        _ route: R.Type, by service: SchedulerBound<Service>, reuse: RouteReuse<R> = .new,
        _ work: @escaping @Sendable (Service, R) -> Signal<R.Output, Failure>,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        add(FixedService(service: service), reuse, .failing(answering(work)), file, line)
    }

    /// Serves a route by a signal of a service that cannot fail.
    public mutating func serve<R: Route, Service>(
        _ route: R.Type, by service: SchedulerBound<Service>, reuse: RouteReuse<R> = .new,
        _ work: @escaping @Sendable (Service, R) -> Signal<R.Output, Never>,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        add(FixedService(service: service), reuse, .signal(work), file, line)
    }

    /// Serves a route by one result of a service.
    public mutating func serve<R: Route, Service>(
        _ route: R.Type, by service: SchedulerBound<Service>, reuse: RouteReuse<R> = .new,
        _ work: @escaping @Sendable (Service, R) throws -> R.Output,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        add(FixedService(service: service), reuse, .value(work), file, line)
    }

    /// Serves a route by a signal of the service that `find` returns for it.
    ///
    /// Use it for a service that exists once for each account.
    ///
    /// - Parameters:
    ///   - route: the type of the route; one handler may serve it.
    ///   - find: returns the service of a call; runs on the caller's thread. If it throws, the call
    ///     fails with `unavailable`.
    ///   - reuse: whether calls for one service may share a run.
    ///   - work: returns the signal of one run.
    public mutating func serve<R: Route, Service, Failure: Error>(
        _ route: R.Type, finding find: @escaping @Sendable (R) throws -> SchedulerBound<Service>,
        reuse: RouteReuse<R> = .new,
        _ work: @escaping @Sendable (Service, R) -> Signal<R.Output, Failure>,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        add(FoundService(find: find), reuse, .failing(answering(work)), file, line)
    }

    /// Serves a route by an `async` function, which runs in a task on `scheduler`.
    ///
    /// Use it for services that belong to no scheduler. The disposal of the call cancels the task.
    public mutating func serve<R: Route>(
        _ route: R.Type, on scheduler: any Scheduler, reuse: RouteReuse<R> = .new,
        _ work: @escaping @Sendable (R) async throws -> R.Output,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        let functions = SchedulerBound(on: scheduler) { RouteFunctions(home: $0) }
        serve(
            route, by: functions, reuse: reuse,
            { functions, route in Signal.task(in: functions.home) { try await work(route) } },
            file: file, line: line)
    }

    /// Passes every route to an interceptor before its handler.
    ///
    /// Interceptors decide one after the other, in the order of the table.
    public mutating func intercept<Interceptor: RouteInterceptor>(
        by service: SchedulerBound<Interceptor>
    ) {
        interceptions.append(GeneralInterception(module, service))
    }

    /// Passes the routes of one type to a service before their handler.
    ///
    /// - Parameters:
    ///   - route: the type of the routes.
    ///   - service: the service, on whose scheduler `decide` runs.
    ///   - decide: returns a signal whose first value is the decision.
    public mutating func intercept<R: Route, Service>(
        _ route: R.Type, by service: SchedulerBound<Service>,
        _ decide: @escaping @Sendable (Service, R) -> Signal<RouteDecision<R.Output>, Never>
    ) {
        interceptions.append(SpecificInterception(module, service, decide))
    }

    /// Registers a fallback, which may answer routes without a handler that have this type of
    /// output.
    ///
    /// Fallbacks are asked one after the other, in the order of the table, until one accepts.
    ///
    /// - Parameters:
    ///   - output: the type of the output.
    ///   - service: the service, on whose scheduler `answer` runs.
    ///   - answer: returns the signal of the call, or `nil` to decline it.
    public mutating func fallback<Output: Sendable, Service, Failure: Error>(
        for output: Output.Type, by service: SchedulerBound<Service>,
        _ answer: @escaping @Sendable (Service, any Route<Output>) -> Signal<Output, Failure>?
    ) {
        let fallback = RouteFallback<Output>(module, service) { service, route in
            answer(service, route)?.answering(type(of: route).name)
        }
        fallbacks.append((ObjectIdentifier(output), fallback))
    }

    private mutating func add<R: Route, Finder: ServiceFinder<R, Service>, Service>(
        _ finder: Finder, _ reuse: RouteReuse<R>, _ work: HandlerWork<R, Service>,
        _ file: StaticString, _ line: UInt
    ) {
        let handler = ServiceHandler(module, finder, reuse, work)
        let place = DeclarationPlace(module: module.name, file: file, line: line)
        handlers.append(HandlerDeclaration(route: R.self, handler: handler, place: place))
    }

    private func answering<R: Route, Service, Failure: Error>(
        _ work: @escaping @Sendable (Service, R) -> Signal<R.Output, Failure>
    ) -> @Sendable (Service, R) -> Signal<R.Output, RouteError> {
        { service, route in work(service, route).answering(R.name) }
    }
}

/// The service of handlers that need none.
private final class RouteFunctions {  // not @Schedulable: it has no state
    let home: SchedulerIsolation

    init(home: SchedulerIsolation) { self.home = home }
}

/// A handler with its type of route and its place in the sources.
struct HandlerDeclaration: Sendable {
    let route: any Route.Type
    let handler: any Registration
    let place: DeclarationPlace

    var id: ObjectIdentifier { ObjectIdentifier(route) }
    var name: String { route.name }
    var address: AddressDeclaration? { AddressDeclaration(route) }
}
