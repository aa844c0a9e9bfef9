import Scheduling
public import Signals

extension Router {
    /// Returns a signal that calls a route once for each subscription.
    ///
    /// It may be called on any thread. The outputs, and the end, arrive on the scheduler of the
    /// subscription.
    public func call<R: Route>(
        _ route: R, file: StaticString = #fileID, line: UInt = #line
    ) -> BoundSignal<R.Output, RouteError> {
        ModuleUses.note(.calls, R.self, file, line)
        let call = RouteCall(route: route, context: self, file: file, line: line)
        let isIntercepted = interceptions.contains { $0.concerns(R.self) }
        if !isIntercepted, let answer = start(call) { return answer }
        return carrying(R.self, file, line) { [self] home in
            isIntercepted
                ? intercepted(call, by: 0, replacements: 0, in: home) : unhandled(call, in: home)
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

    /// Passes a call to the interceptors from `first` on, and then to the handler.
    private func intercepted<R: Route>(
        _ call: RouteCall<R>, by first: Int, replacements: Int, in home: SchedulerIsolation
    ) -> Signal<R.Output, RouteError> {
        for position in first..<interceptions.count {
            guard let decision = interceptions[position].decision(on: call) else { continue }
            return decision.deliver(in: home).take(1).defaultIfEmpty(.decline)
                .flatMap(.concat) { [self] decision in
                    switch decision {
                    case .proceed:
                        intercepted(
                            call, by: position + 1, replacements: replacements, in: home)
                    case .replace(let route):
                        replaced(call, by: route, replacements: replacements, in: home)
                    case .decline: .fail(RouteError(.declined, route: R.name))
                    case .fail(let error): .fail(RouteError(error, in: R.name))
                    }
                }
        }
        return start(call)?.deliver(in: home) ?? unhandled(call, in: home)
    }

    private func replaced<R: Route, Other: Route>(
        _ call: RouteCall<R>, by route: Other, replacements: Int,
        in home: SchedulerIsolation
    ) -> Signal<R.Output, RouteError> where Other.Output == R.Output {
        guard replacements < Self.mostReplacements else {
            return .fail(RouteError(.loop, route: R.name))
        }
        let call = RouteCall(route: route, context: self, file: call.file, line: call.line)
        return intercepted(call, by: 0, replacements: replacements + 1, in: home)
    }

    /// Returns a signal that `make` makes on the scheduler of this router.
    private func carrying<R: Route>(
        _ route: R.Type, _ file: StaticString, _ line: UInt,
        _ make: @escaping @Sendable (SchedulerIsolation) -> Signal<R.Output, RouteError>
    ) -> BoundSignal<R.Output, RouteError> {
        home.signal(
            { make($0.isolation) },
            unavailable: { RouteError(.unavailable, route: R.name, cause: $0) }, file, line)
    }
}

extension Router: HandlerContext {
    func unhandled<R: Route>(
        _ call: RouteCall<R>, in home: SchedulerIsolation
    ) -> Signal<R.Output, RouteError> {
        asked(fallbacks(for: R.Output.self)[...], call.route, in: home)
    }

    func failing<Output>(_ error: RouteError) -> BoundSignal<Output, RouteError> {
        home.signal(
            { _ in Signal.fail(error) },
            unavailable: { RouteError(.unavailable, route: error.route, cause: $0) })
    }

    /// Asks the fallbacks one after the other.
    private func asked<R: Route>(
        _ fallbacks: ArraySlice<RouteFallback<R.Output>.Answer>, _ route: R,
        in home: SchedulerIsolation
    ) -> Signal<R.Output, RouteError> {
        guard let first = fallbacks.first else {
            return .fail(RouteError(.noHandler, route: R.name))
        }
        return first(route).deliver(in: home).catch { [self] end in
            switch end {
            case .declined: asked(fallbacks.dropFirst(), route, in: home)
            case .failed(let error): .fail(error)
            }
        }
    }
}
