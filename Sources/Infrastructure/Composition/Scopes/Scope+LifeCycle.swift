import Scheduling

extension Scope {
    /// Makes the services with the moment `start`, and returns when they exist.
    ///
    /// A service is made after those that it needs. If a factory fails, or the task is cancelled,
    /// the scope is stopped.
    ///
    /// - Throws: the first error as a `CompositionError`; `CancellationError`. When `stop` was
    ///   called before, the error is `CompositionError.Code.stopped`, and no factory runs.
    public func start() async throws {
        try await withTaskExecutorPreference(graph.coordinator) { try await makeStartServices() }
    }

    /// Stops the services in the reverse order of their needs, and releases each on its scheduler.
    ///
    /// The scopes that are open inside stop first. A service is stopped when all that need it have
    /// stopped, or are overdue. After the stop, calls to the services end with
    /// `BoundError.Code.serviceGone`. The scope cannot be started afterwards, even if it was never
    /// started.
    ///
    /// - Returns: the services that exceeded their deadlines.
    @discardableResult
    public func stop() async -> StopReport {
        await withCheckedContinuation { continuation in
            requestStop { continuation.resume(returning: $0) }
        }
    }

    /// Begins to stop the scope within other deadlines, and returns at once; may be called on any
    /// thread.
    ///
    /// Use it when the program must end sooner than the deadlines of `compose` allow. The new
    /// deadlines hold for this scope and those inside it. In a stop that is under way, they count
    /// from now.
    public func requestStop(within limits: LifeCycleLimits) {
        life.withLock { $0.limits = limits }
        requestStop()
        limitStop()
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

    // MARK: The services

    /// Whether services may be made: the scope has not begun to stop.
    var isOpen: Bool { life.withLock { $0.phase == .open } }

    /// The scope for messages, such as `account 'ada'`.
    var fullName: String { "\(level) '\(name)'" }

    /// The service of a binding for messages, such as `NodeFetcher of account 'ada'`.
    private func name(of number: Int) -> String {
        "\(graph.bindings[number].key.name) of \(fullName)"
    }

    /// The service of a binding was made.
    ///
    /// A scope with a service that has to be stopped exists until then.
    func made(_ number: Int, hasLifeCycle: Bool) {
        if hasLifeCycle { keep() }
        change(number, ScopeLife.Service(state: .ready, hasLifeCycle: hasLifeCycle))
    }

    /// The service of a binding could not be made.
    func failedToMake(_ number: Int, _ error: any Error) {
        change(
            number, ScopeLife.Service(state: .failed, hasLifeCycle: false),
            CompositionError(.constructionFailed, name(of: number), error))
    }

    private func keep() { life.withLock { if $0.phase != .stopped { $0.kept = self } } }

    /// Changes the state of a service, and reports the change.
    private func change(
        _ number: Int, _ service: ScopeLife.Service, _ error: CompositionError? = nil
    ) {
        let former = life.withLock { $0.services.updateValue(service, forKey: number)?.state }
        observer?(
            ServiceTransition(
                service: graph.bindings[number].key.name, level: level, scope: name,
                former: former ?? .idle, state: service.state, error: error))
    }

    // MARK: Start

    private func makeStartServices() async throws {
        do {
            guard isOpen else { throw CompositionError(.stopped, fullName) }
            keep()
            for number in graph.members(of: level)
            where graph.bindings[number].creation == .start {
                try Task.checkCancellation()
                try await make(number)
            }
        } catch {
            await stop()
            throw error
        }
    }

    private func make(_ number: Int) async throws {
        do {
            try await slot(of: number)?.make()
        } catch {
            try Task.checkCancellation()
            guard isOpen else { throw CompositionError(.stopped, fullName) }
            throw CompositionError(
                .constructionFailed, name(of: number),
                error.code == .constructionFailed ? error.cause ?? error : error)
        }
    }

    // MARK: Stop

    /// Begins to stop the scope, unless it stops already.
    ///
    /// - Parameter waiter: called when the scope has stopped.
    func requestStop(_ waiter: ScopeLife.Waiter? = nil) {
        let (isFirst, report) = life.withLock { life -> (Bool, StopReport?) in
            if life.phase == .stopped { return (false, StopReport(overdue: life.overdue)) }
            if let waiter { life.waiters.append(waiter) }
            guard life.phase == .open else { return (false, nil) }
            life.phase = .stopping
            life.kept = self
            return (true, nil)
        }
        if let report { waiter?(report) }
        guard isFirst else { return }
        limitStop()
        Task(executorPreference: graph.coordinator) { [self] in await stopAll() }
    }

    private var stopLimits: LifeCycleLimits {
        life.withLock { $0.limits } ?? parent?.stopLimits ?? graph.limits
    }

    /// Sets the deadlines of a stop under way, in place of earlier ones.
    private func limitStop() {
        let limits = stopLimits
        let end = DeadlineTimer(after: limits.end, of: graph.coordinator) { [weak self] in
            self?.endOfStop()
        }
        let (wait, children, former) = life.withLock { life in
            let isStopping = life.phase == .stopping
            let former = isStopping ? life.end : end
            if isStopping { life.end = end }
            return (life.wait, life.children.compactMap(\.scope), former)
        }
        former?.cancel()
        wait?.limit(to: limits.stop, of: graph.coordinator)
        for child in children { child.limitStop() }
    }

    /// The deadline of the whole stop has passed.
    private func endOfStop() {
        let wait = life.withLock { life in
            life.isOverdue = true
            return life.wait
        }
        wait?.end(inTime: false)
    }

    private func stopAll() async {
        let children = life.withLock { $0.children.compactMap(\.scope) }
        await withTaskGroup { group in
            for child in children { group.addTask { await child.stop().overdue } }
            for await overdue in group { life.withLock { $0.overdue += overdue } }
        }
        for number in graph.members(of: level).reversed() { await stop(number) }
        let (waiters, report, end, kept) = life.withLock { life in
            life.phase = .stopped
            return (
                life.waiters.takeAll(), StopReport(overdue: life.overdue), life.end.take(),
                life.kept.take()
            )
        }
        end?.cancel()
        parent?.life.withLock { $0.children.removeAll { $0.scope === self } }
        for waiter in waiters { waiter(report) }
        withExtendedLifetime(kept) {}
    }

    /// Stops and releases one service.
    private func stop(_ number: Int) async {
        guard let slot = slot(of: number) else { return }
        guard let service = life.withLock({ $0.services[number] }), service.state == .ready else {
            return slot.release {}
        }
        change(number, ScopeLife.Service(state: .stopping, hasLifeCycle: service.hasLifeCycle))
        var isInTime = true
        if service.hasLifeCycle {
            isInTime = await wait(limitedTo: stopLimits.stop, on: number, slot.stop)
        }
        let isReleased = await wait(limitedTo: nil, on: number, slot.release)
        if !isInTime || !isReleased {
            let name = name(of: number)
            life.withLock { $0.overdue.append(name) }
        }
        change(number, ScopeLife.Service(state: .stopped, hasLifeCycle: service.hasLifeCycle))
    }

    /// Begins a step of the stop, and waits for its end; returns whether it was in time.
    private func wait(
        limitedTo limit: Duration?, on number: Int,
        _ begin: (@escaping @Sendable () -> Void) -> Void
    ) async -> Bool {
        let wait = StopWait()
        let isOverdue = life.withLock { life in
            life.wait = wait
            return life.isOverdue
        }
        begin { wait.end(inTime: true) }
        if isOverdue {
            wait.end(inTime: false)
        } else if let limit {
            wait.limit(to: limit, of: graph.homes[number])
        }
        let isInTime = await wait.ended()
        life.withLock { $0.wait = nil }
        return isInTime
    }
}

extension Array {
    fileprivate mutating func takeAll() -> Array {
        defer { self = [] }
        return self
    }
}
