public import BoundaryErrors
public import Scheduling
public import Signals

/// Passes routes to the features that serve them, so that features do not import each other.
///
/// ```swift
/// router.call(ShowFeed(limit: 5)).deliver(to: presenter, in: .main) { presenter, window in
///     presenter.show(window)
/// } ended: { presenter, completion in
///     presenter.show(completion)
/// }
/// let window = try await router.run(ShowFeed(limit: 5))      // in a task
/// ```
///
/// A call reaches the handler on the scheduler of its service. The caller receives the outputs on
/// its own scheduler, and then exactly one end: a completion, a failure, or the disposal by the
/// caller.
///
/// A router does not change, and may be used from any thread. A call costs little more than
/// `SchedulerBound.signal`: one look-up in a dictionary.
public final class Router: Sendable {
    /// The routes that the modules serve, in the order of the table.
    public let routes: [RouteDescription]

    private let handlers: [ObjectIdentifier: any AnyRouteHandler]
    /// The addresses, in the order in which they are tried.
    let addresses: [AddressDeclaration]
    /// Answers calls that reach no service.
    private let home: SchedulerBound<Void>

    /// Creates a router.
    ///
    /// - Parameters:
    ///   - table: the routes of all modules.
    ///   - scheduler: runs the calls that fail before they reach a service.
    /// - Throws: all faults of the table.
    public init(_ table: RouteTable, on scheduler: any Scheduler) throws(DeclarationError) {
        if let error = DeclarationError(in: "the table of routes", table.faults) { throw error }
        let declarations = table.modules.flatMap(\.handlers)
        routes = declarations.map { RouteDescription($0) }
        handlers = Dictionary(uniqueKeysWithValues: declarations.map { ($0.id, $0.handler) })
        addresses = declarations.compactMap(\.address)
            .sorted { $0.template.order < $1.template.order }
        home = SchedulerBound(on: scheduler) {}
    }

    /// Returns a signal that calls a route once for each subscription.
    ///
    /// It may be called on any thread. The outputs, and the end, arrive on the scheduler of the
    /// subscription.
    public func call<R: Route>(
        _ route: R, file: StaticString = #fileID, line: UInt = #line
    ) -> BoundSignal<R.Output, RouteError> {
        do throws(RouteError) {
            guard let handler = handlers[ObjectIdentifier(R.self)] else {
                throw RouteError(.noHandler, route: R.name)
            }
            let own = unsafeDowncast(handler, to: RouteHandler<R>.self)  // the key is the type
            return try own.start(route, file, line)
        } catch {
            return home.signal(
                { _ in Signal.fail(error) },
                unavailable: { RouteError(.unavailable, route: R.name, cause: $0) }, file, line)
        }
    }

    /// Calls a route, and returns its first output.
    ///
    /// Further outputs of the handler are cancelled.
    ///
    /// - Throws: a `RouteError`, with the code `noOutput` if the handler completes without one;
    ///   `CancellationError`.
    public func run<R: Route>(
        _ route: R, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> R.Output {
        if let output = try await call(route, file: file, line: line).first() { return output }
        try Task.checkCancellation()
        throw RouteError(.noOutput, route: R.name)
    }
}

/// A route that a router serves.
public struct RouteDescription: Hashable, Sendable {
    /// The name of the route.
    public let name: String
    /// The module that serves it.
    public let module: String
    /// The path of its address; `nil` for a route without an address.
    public let path: String?
    /// The effect of a call by an address; `nil` for a route without an address.
    public let access: RouteAccess?

    init(_ handler: HandlerDeclaration) {
        name = handler.name
        module = handler.place.module
        path = handler.address?.path
        access = handler.address?.access
    }
}
