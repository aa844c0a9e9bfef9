public import Signals

/// A service that receives every route before its handler, on the service's own scheduler.
///
/// For example, an interceptor asks the user to sign in, and then the pending route proceeds:
///
/// ```swift
/// final class SignInFirst: RouteInterceptor {
///     private let session: Session
///
///     init(_ session: Session) { self.session = session }
///
///     func decide<R: Route>(_ route: R) -> Signal<RouteDecision<R.Output>, Never> {
///         guard route is any AccountRoute, !session.isSignedIn else { return .just(.proceed) }
///         return session.signIn().map { $0 ? .proceed : .decline }
///     }
/// }
/// ```
///
/// The first value is the decision; the signal is then disposed of. A signal that completes without
/// a value declines the route. The disposal of the call disposes of the signal, too.
///
/// For routes of one type, use `ModuleRoutes.intercept(_:by:_:)`, which needs no type with this
/// protocol.
public protocol RouteInterceptor: SendableMetatype {
    /// Decides about a route.
    func decide<R: Route>(_ route: R) -> Signal<RouteDecision<R.Output>, Never>
}
