import Scheduling
import Signals

/// The router, for the handlers that it calls.
protocol HandlerContext: AnyObject, Sendable {
    /// Answers a call that has no handler left, on the caller's scheduler.
    func unhandled<R: Route>(
        _ call: RouteCall<R>, in home: SchedulerIsolation
    ) -> Signal<R.Output, RouteError>

    /// Returns a signal that fails.
    func failing<Output>(_ error: RouteError) -> BoundSignal<Output, RouteError>
}

/// One call: the route, the router, and the source line of the caller.
struct RouteCall<R: Route>: Sendable {
    let route: R
    let context: any HandlerContext
    let file: StaticString
    let line: UInt
}

/// The handler of one type of route.
class RouteHandler<R: Route>: Registration, @unchecked Sendable {  // all properties are constants
    let module: RegisteredModule

    init(_ module: RegisteredModule) { self.module = module }

    /// Starts a call; `nil` if the module has been removed.
    func start(_ call: RouteCall<R>) -> BoundSignal<R.Output, RouteError>? { nil }

    func release() {}
}
