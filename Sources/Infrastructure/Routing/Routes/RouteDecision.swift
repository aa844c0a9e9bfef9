/// The decision of an interceptor about a route, before the route reaches its handler.
public enum RouteDecision<Output: Sendable>: Sendable {
    /// The next interceptor decides, or the handler receives the route.
    case proceed
    /// Another route with the same type of output takes the place of this one.
    ///
    /// All interceptors receive the new route. After 16 replacements the call fails with `loop`.
    case replace(any Route<Output>)
    /// The call fails with `declined`.
    case decline
    /// The call fails with this error. A `RouteError` is passed on unchanged; any other error
    /// becomes the cause of one.
    case fail(any Error)
}
