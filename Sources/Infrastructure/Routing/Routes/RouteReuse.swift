/// The choice of whether a call starts a new run of its handler, or joins a running one.
public struct RouteReuse<R: Route>: Sendable {
    /// The key of a run; `nil` for a run of its own.
    let key: (@Sendable (R) -> AnyHashable)?

    /// Each call is a run of its own.
    public static var new: RouteReuse { RouteReuse(key: nil) }

    /// Calls with equal keys share one run of one service while it lasts.
    ///
    /// A call that joins a run gets the last output first, and then all further ones and the end.
    /// The run is cancelled when all of its calls have been disposed of. The key is computed,
    /// hashed and compared on the home scheduler of the service.
    ///
    /// ```swift
    /// routes.serve(SyncNow.self, by: synchronizer, reuse: .join { $0.account }) {
    ///     synchronizer, route in synchronizer.sync(route.account)
    /// }
    /// ```
    public static func join<Key: Hashable & Sendable>(
        by key: @escaping @Sendable (R) -> Key
    ) -> RouteReuse {
        RouteReuse { AnyHashable(key($0)) }
    }
}
