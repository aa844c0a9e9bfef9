import Signals

/// A handler, independent of its type of route.
protocol AnyRouteHandler: AnyObject, Sendable {}

/// The handler of one type of route.
final class RouteHandler<R: Route>: AnyRouteHandler {
    /// Starts a call; the arguments are the route and the source line of the caller.
    typealias Start =
        @Sendable (R, StaticString, UInt) throws(RouteError) -> BoundSignal<R.Output, RouteError>

    let start: Start

    init(_ start: @escaping Start) { self.start = start }
}
