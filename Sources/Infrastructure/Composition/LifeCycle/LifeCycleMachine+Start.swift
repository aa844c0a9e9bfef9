/// From the first requirement of a service to its readiness.
extension LifeCycleMachine {
    /// Starts a scope: it is prepared, then the services of its start become ready.
    ///
    /// - Parameter waiter: called when the scope has started, or when it has stopped instead.
    mutating func start(_ scope: ScopeID, _ waiter: @escaping Waiter) {
        switch self[scope].phase {
        case .idle:
            self[scope].phase = .preparing
            self[scope].isPreparing = true
            self[scope].startWaiters.append(waiter)
            keep(scope)
            emit(.prepare(scope))
        case .preparing, .starting: self[scope].startWaiters.append(waiter)
        case .started: emit(.reply([waiter], .success(())))
        case .closing, .stopping: self[scope].startWaiters.append(waiter)
        case .stopped: emit(.reply([waiter], .failure(endOfScope(scope))))
        }
    }

    /// The migrations and the set-up of a scope have ended.
    mutating func prepared(_ scope: ScopeID, _ error: (any Error)?) {
        guard entries[scope]?.isPreparing == true else { return }
        self[scope].isPreparing = false
        guard self[scope].phase == .preparing else { return continueStop(scope) }
        if let error { return failStart(scope, error) }
        self[scope].phase = .starting
        let awaited = topology.startMembers[self[scope].level.depth].map { binding in
            ServiceNodeID(scope: scope, binding: binding)
        }
        self[scope].awaited = 1  // this loop, so that the start does not end within it
        for node in awaited where self[scope].isOpen {
            if case .ready = self[node].phase { continue }
            self[scope].awaited += 1
            self[node].isAwaited = true
            if let error = self[node].failure { failStart(scope, error) } else { require(node) }
        }
        endAwaited(in: scope)
    }

    /// Makes a service ready, with all that it needs.
    ///
    /// - Parameter waiter: called when the service is ready, or has failed.
    mutating func require(_ node: ServiceNodeID, _ waiter: @escaping Waiter) {
        if let error = self[node].failure {
            emit(.reply([waiter], .failure(error)))
        } else if case .ready = self[node].phase {
            emit(.reply([waiter], .success(())))
        } else if !self[node.scope].isOpen {
            emit(.reply([waiter], .failure(endOfScope(node.scope))))
        } else {
            self[node].waiters.append(waiter)
            require(node)
        }
    }

    mutating func require(_ node: ServiceNodeID) {
        guard case .idle = self[node].phase, self[node.scope].isOpen else { return }
        change(node) { $0.phase = .waiting(missing: 1) }  // this loop
        for binding in topology.needs[node.binding] {
            guard case .waiting = self[node].phase else { return }  // a need has failed
            let need = self.node(binding, from: node.scope)
            if let error = self[need].failure { return fail(node, error) }
            if case .ready = self[need].phase { continue }
            if !self[need.scope].isOpen { return fail(node, endOfScope(need.scope)) }
            addMissing(1, to: node)
            self[need].dependants.append(node)
            require(need)
        }
        addMissing(-1, to: node)
    }

    /// Whether a service may be made now: its scope has not begun to stop.
    func mayMake(_ scope: ScopeID) -> Bool { entries[scope]?.isOpen == true }

    /// A service was made, on request or by its first use.
    mutating func made(_ node: ServiceNodeID, hasLifeCycle: Bool) {
        guard entries[node.scope] != nil else { return }
        change(node) {
            $0.isMade = true
            $0.hasLifeCycle = hasLifeCycle
        }
        if hasLifeCycle { keep(node.scope) }
        switch self[node].phase {
        case .idle: if hasLifeCycle { require(node) }
        case .making: startOrFinish(node)
        case .stopped: emit(.release(node))
        default: break
        }
    }

    /// A service could not be made.
    mutating func failedToMake(_ node: ServiceNodeID, _ error: any Error) {
        guard entries[node.scope] != nil else { return }
        switch self[node].phase {
        case .idle, .waiting, .making:
            fail(node, CompositionError(.constructionFailed, name(of: node), error))
        default: break
        }
    }

    /// The start of a service has ended; an error is `nil` where it succeeded.
    ///
    /// - Returns: whether the service counts as started; otherwise its starter has to stop it.
    mutating func started(_ node: ServiceNodeID, _ error: (any Error)?) -> Bool {
        guard entries[node.scope] != nil, case .starting = self[node].phase else { return false }
        emit(.cancelDeadline(node))
        if let error { fail(node, error) } else { finish(node) }
        if self[node.scope].phase == .stopping { tryStop(node) }
        return true
    }

    private mutating func addMissing(_ difference: Int, to node: ServiceNodeID) {
        guard case .waiting(let missing) = self[node].phase else { return }
        self[node].phase = .waiting(missing: missing + difference)
        if missing + difference == 0 { continueWaiting(node) }
    }

    private mutating func continueWaiting(_ node: ServiceNodeID) {
        guard self[node.scope].isOpen else { return }
        if self[node].isMade { return startOrFinish(node) }
        change(node) { $0.phase = .making }
        emit(.make(node))
    }

    private mutating func startOrFinish(_ node: ServiceNodeID) {
        guard self[node].hasLifeCycle else { return finish(node) }
        guard self[node.scope].isOpen else { return }
        change(node) { $0.phase = .starting }
        emit(.start(node))
    }

    private mutating func finish(_ node: ServiceNodeID) {
        change(node) { $0.phase = .ready }
        let (waiters, dependants) = takeWaiters(of: node)
        if !waiters.isEmpty { emit(.reply(waiters, .success(()))) }
        for dependant in dependants where entries[dependant.scope] != nil {
            addMissing(-1, to: dependant)
        }
        if self[node].isAwaited { endAwaited(in: node.scope) }
    }

    mutating func fail(_ node: ServiceNodeID, _ error: any Error) {
        change(node) {
            $0.phase = .failed
            $0.error = error
        }
        let (waiters, dependants) = takeWaiters(of: node)
        if !waiters.isEmpty { emit(.reply(waiters, .failure(error))) }
        for dependant in dependants where entries[dependant.scope] != nil {
            if case .waiting = self[dependant].phase { fail(dependant, error) }
        }
        if self[node].isAwaited { failStart(node.scope, error) }
    }

    private mutating func takeWaiters(of node: ServiceNodeID) -> ([Waiter], [ServiceNodeID]) {
        defer { (self[node].waiters, self[node].dependants) = ([], []) }
        return (self[node].waiters, self[node].dependants)
    }

    private mutating func endAwaited(in scope: ScopeID) {
        guard self[scope].phase == .starting else { return }
        self[scope].awaited -= 1
        guard self[scope].awaited == 0 else { return }
        self[scope].phase = .started
        emit(.reply(self[scope].startWaiters, .success(())))
        self[scope].startWaiters = []
    }

    private mutating func failStart(_ scope: ScopeID, _ error: any Error) {
        switch self[scope].phase {
        case .preparing, .starting:
            self[scope].failure = error
            beginStop(scope)
        default: break
        }
    }

    private mutating func keep(_ scope: ScopeID) {
        guard !self[scope].isKept else { return }
        self[scope].isKept = true
        emit(.keep(scope))
    }
}
