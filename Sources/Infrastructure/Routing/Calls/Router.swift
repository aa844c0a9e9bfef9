public import BoundaryErrors
public import Scheduling
import Signals

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
/// A call passes the interceptors, and reaches the handler on the scheduler of its service. A route
/// without a handler goes to the fallbacks for its type of output. The caller receives the outputs
/// on its own scheduler, and then exactly one end: a completion, a failure, or the disposal by the
/// caller.
///
/// The table does not change once the router is made, except that modules can be removed. A router
/// may be used from any thread. A call without interceptors costs little more than
/// `SchedulerBound.signal`: one look-up in a dictionary and a short lock.
public final class Router: Sendable {
    /// The maximum number of replacements of a route by interceptors during one call.
    static let mostReplacements = 16

    private let handlers: [ObjectIdentifier: any Registration]
    let interceptions: [any RouteInterception]
    private let fallbacks: [ObjectIdentifier: [any Registration]]
    private let modules: [RegisteredModule]
    let addresses: [AddressDeclaration]
    let index: AddressIndex
    let confirmations = RouteConfirmations()
    /// The service of calls that wait for an interceptor, or that have no handler.
    let home: SchedulerBound<RouterHome>
    private let served: [any Route.Type]

    /// Creates a router.
    ///
    /// - Parameters:
    ///   - table: the routes of all modules.
    ///   - scheduler: runs the calls that wait for an interceptor, or that have no handler. The
    ///     scheduler of most handlers is the best choice: their calls then need no additional hop.
    /// - Throws: all faults of the table.
    public init(_ table: RouteTable, on scheduler: any Scheduler) throws(DeclarationError) {
        if let error = DeclarationError(in: "the table of routes", table.faults) { throw error }
        var index = AddressIndex()
        var addresses: [AddressDeclaration] = []
        let declarations = table.modules.flatMap(\.handlers)
        for address in declarations.compactMap(\.address) {
            index.add(address.template, route: addresses.count)
            addresses.append(address)
        }
        self.index = index
        self.addresses = addresses
        handlers = Dictionary(uniqueKeysWithValues: declarations.map { ($0.id, $0.handler) })
        interceptions = table.modules.flatMap(\.interceptions)
        fallbacks = Dictionary(grouping: table.modules.flatMap(\.fallbacks), by: \.output)
            .mapValues { $0.map(\.fallback) }
        modules = table.modules.map(\.module)
        served = declarations.map(\.route)
        home = SchedulerBound(on: scheduler) { RouterHome($0) }
    }

    /// The routes that the modules serve, in the order of the table.
    public var routes: [RouteDescription] {
        served.compactMap { route in
            handlers[ObjectIdentifier(route)].flatMap { handler in
                handler.module.isRemoved
                    ? nil : RouteDescription(route, module: handler.module.name)
            }
        }
    }

    /// Removes the routes, interceptors and fallbacks of a module, and releases its services.
    ///
    /// A call whose handler has begun continues. Every other call goes to the fallbacks, including
    /// those that already wait. A module cannot be added again.
    ///
    /// - Returns: whether the router had the module.
    @discardableResult
    public func remove(module name: String) -> Bool {
        guard let module = modules.first(where: { $0.name == name }), !module.isRemoved else {
            return false
        }
        module.remove()
        let registrations = Array(handlers.values) + interceptions + fallbacks.values.joined()
        for registration in registrations where registration.module === module {
            registration.release()
        }
        return true
    }

    /// Starts a call by its handler; `nil` if there is none.
    func start<R: Route>(_ call: RouteCall<R>) -> BoundSignal<R.Output, RouteError>? {
        guard let handler = handlers[ObjectIdentifier(R.self)] else { return nil }
        return unsafeDowncast(handler, to: RouteHandler<R>.self).start(call)  // the key is the type
    }

    /// The fallbacks for a type of output.
    func fallbacks<Output>(for output: Output.Type) -> [RouteFallback<Output>.Answer] {
        (fallbacks[ObjectIdentifier(output)] ?? []).compactMap {
            ($0 as? RouteFallback<Output>)?.current
        }
    }
}

/// The service of calls that wait for an interceptor, or that have no handler.
final class RouterHome {  // not @Schedulable: it has no state
    let isolation: SchedulerIsolation

    init(_ isolation: SchedulerIsolation) { self.isolation = isolation }
}

/// A route that a router serves.
public struct RouteDescription: Hashable, Sendable {
    /// The name of the route.
    public let name: String
    /// The module that serves it.
    public let module: String
    /// The path of its address; `nil` for a route without an address.
    public let path: String?
    /// The access by an address; `nil` for a route without an address.
    public let access: RouteAccess?

    init(_ route: any Route.Type, module: String) {
        let address = AddressDeclaration(route)
        name = route.name
        self.module = module
        path = address?.path
        access = address?.access
    }
}
