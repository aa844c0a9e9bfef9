import BoundaryErrors
public import Scheduling
public import Signals

/// The handlers of one module.
///
/// ```swift
/// table.add("Feed") { routes in
///     routes.serve(ShowFeed.self, finding: { _ in library }) { library, route in
///         library.window(limit: route.limit)
///     }
/// }
/// ```
///
/// A handler runs on the home scheduler of its service. It returns a signal with any number of
/// outputs; the disposal of a call disposes of its signal. A failure reaches the caller as the
/// `cause` of a `RouteError` with the code `failed`; a `RouteError` stays as it is.
public struct ModuleRoutes: Sendable {
    let module: String
    let place: DeclarationPlace
    private(set) var handlers: [HandlerDeclaration] = []

    init(_ module: String, _ file: StaticString, _ line: UInt) {
        self.module = module
        place = DeclarationPlace(module: module, file: file, line: line)
    }

    /// Serves a route by a signal of the service that `find` returns for it.
    ///
    /// - Parameters:
    ///   - route: the type of the route; one handler may serve it.
    ///   - find: returns the service of a call, such as that of the account which the route names;
    ///     runs on the caller's thread. If it throws, the call fails with `unavailable`.
    ///   - work: returns the signal of one call; runs on the scheduler of the service.
    public mutating func serve<R: Route, Service, Failure: Error>(
        _ route: R.Type, finding find: @escaping @Sendable (R) throws -> SchedulerBound<Service>,
        _ work: @escaping @Sendable (Service, R) -> Signal<R.Output, Failure>,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        let handler = RouteHandler<R> { route, file, line throws(RouteError) in
            let service: SchedulerBound<Service>
            do { service = try find(route) } catch {
                throw RouteError(.unavailable, route: R.name, cause: error)
            }
            return service.signal(
                { work($0, route).answering(R.name) },
                unavailable: { RouteError(.unavailable, route: R.name, cause: $0) }, file, line)
        }
        let place = DeclarationPlace(module: module, file: file, line: line)
        handlers.append(HandlerDeclaration(route: R.self, handler: handler, place: place))
    }

    /// Serves a route by an `async` function, which runs in a task on `scheduler`.
    ///
    /// Use it for work that belongs to no service. The disposal of the call cancels the task.
    public mutating func serve<R: Route>(
        _ route: R.Type, on scheduler: any Scheduler,
        _ work: @escaping @Sendable (R) async throws -> R.Output,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        let home = SchedulerBound(on: scheduler) { home in home }
        serve(
            route, finding: { _ in home },
            { home, route in Signal.task(in: home) { try await work(route) } },
            file: file, line: line)
    }
}

/// A handler with its type of route and its place in the sources.
struct HandlerDeclaration: Sendable {
    let route: any Route.Type
    let handler: any AnyRouteHandler
    let place: DeclarationPlace

    var id: ObjectIdentifier { ObjectIdentifier(route) }
    var name: String { route.name }
    var address: AddressDeclaration? { AddressDeclaration(route) }
}
