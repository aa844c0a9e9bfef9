import Signals

extension Signal {
    /// Returns the signal of a handler with exactly one end, whose failure is a `RouteError`.
    ///
    /// A handler that releases its observer without an end fails the call with `abandoned`.
    func answering(_ route: @escaping @autoclosure () -> String) -> Signal<Value, RouteError> {
        Signal<Value, RouteError> { observer in
            let upstream = Disposable()
            observer.onDispose(upstream)
            on(disposed: { observer.fail(RouteError(.abandoned, route: route())) })
                .observe(within: upstream, observer.send) { completion in
                    observer.end(completion.mapFailure { RouteError($0, in: route()) })
                }
        }
    }
}
