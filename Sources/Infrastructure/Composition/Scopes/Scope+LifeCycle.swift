extension Scope {
    /// Makes and starts the services with the moment `start`, and returns when they are ready.
    ///
    /// First it runs the migrations, and for the scope of the program also the set-up of the
    /// modules. A service starts when the services that it needs are ready; independent services
    /// start at the same time. If a step fails, a deadline passes, or the task is cancelled, the
    /// services that had started are stopped in the reverse order. A second call waits for the same
    /// start.
    ///
    /// - Throws: the first error as a `CompositionError`; `CancellationError`. When `stop` was
    ///   called before, the error is `CompositionError.Code.stopped`, and no factory runs.
    public func start() async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                start { continuation.resume(with: $0) }
            }
        } onCancel: {
            stop(because: CancellationError())
        }
    }

    /// Stops the services in the reverse order of their starts, and releases each on its scheduler.
    ///
    /// The scopes that are open inside stop first. A service is stopped when all that need it have
    /// stopped, or are overdue. After the stop, calls to the services end with
    /// `BoundError.Code.serviceGone`, or with `constructionFailed` where a service was not made
    /// before. The scope cannot be started afterwards, even if it was never started.
    ///
    /// - Returns: the services that exceeded their deadlines.
    @discardableResult
    public func stop() async -> StopReport {
        await withCheckedContinuation { continuation in
            stop { [self] report in  // it keeps the scope until then
                withExtendedLifetime(self) { continuation.resume(returning: report) }
            }
        }
    }

    /// Begins to stop the scope, and returns at once; may be called on any thread.
    ///
    /// Use it in code that reacts to an interruption, such as Ctrl-C. `stop()` also waits for the
    /// end.
    public func requestStop() { stop(because: nil) }

    /// Begins to stop the scope within other deadlines, and returns at once; may be called on any
    /// thread.
    ///
    /// Use it when the program must end sooner than the deadlines of `compose` allow. The new
    /// deadlines hold for this scope and those inside it. In a stop that is under way, they count
    /// from now.
    public func requestStop(within limits: LifeCycleLimits) {
        let id = id
        engine.pass { $0.stop(id, within: limits) }
    }

    /// Makes a service with all of its needs, and waits until it is ready.
    ///
    /// - Throws: the error of the service or of one of its needs as a `CompositionError`.
    public func ready<Key: ServiceKey>(_ key: Key.Type) async throws {
        try await withCheckedThrowingContinuation { continuation in
            require(key) { [self] outcome in  // it keeps the scope until then
                withExtendedLifetime(self) { continuation.resume(with: outcome) }
            }
        }
    }

    /// Starts the scope, runs `body`, and stops the scope in all cases.
    ///
    /// - Returns: the result of `body`.
    /// - Throws: the error of the start or of `body`.
    public func run<Value>(
        isolation: isolated (any Actor)? = #isolation, _ body: (Scope) async throws -> Value
    ) async throws -> Value {
        try await start()
        do {
            let value = try await body(self)
            await stop()
            return value
        } catch {
            await stop()
            throw error
        }
    }

    func start(_ ended: @escaping LifeCycleMachine.Waiter) {
        let id = id
        engine.pass { $0.start(id, ended) }
    }

    func stop(because error: (any Error)? = nil, _ ended: LifeCycleMachine.StopWaiter? = nil) {
        let id = id
        engine.pass { $0.stop(id, because: error, ended) }
    }

    func require<Key: ServiceKey>(_ key: Key.Type, _ ended: @escaping LifeCycleMachine.Waiter) {
        guard let number = table[ObjectIdentifier(key)], slots[number] != nil else {
            trapForMissing(key)
        }
        precondition(
            graph.bindings[number].creation != .each,
            "\(key.name) is made at each use: it is ready when it is made")
        let id = id
        engine.pass { $0.require($0.node(number, from: id), ended) }
    }
}
