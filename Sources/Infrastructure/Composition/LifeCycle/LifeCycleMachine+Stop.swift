/// From the request to stop a scope to the release of its services.
extension LifeCycleMachine {
    /// Stops a scope, also before its start.
    ///
    /// - Parameters:
    ///   - error: the reason for those who wait for the start.
    ///   - waiter: called when the scope has stopped.
    mutating func stop(_ scope: ScopeID, because error: (any Error)?, _ waiter: StopWaiter?) {
        guard entries[scope] != nil else { return }
        if self[scope].phase == .stopped {
            if let waiter { emit(.replyStop([waiter], report(of: scope))) }
            return
        }
        if let waiter { self[scope].stopWaiters.append(waiter) }
        guard self[scope].isOpen else { return }
        self[scope].failure = self[scope].failure ?? error
        beginStop(scope)
    }

    /// Stops a scope within other deadlines, which count from now if it stops already.
    mutating func stop(_ scope: ScopeID, within limits: LifeCycleLimits) {
        guard entries[scope] != nil, self[scope].phase != .stopped else { return }
        self[scope].limits = limits
        if self[scope].isOpen { beginStop(scope) } else { limitStops(of: scope) }
    }

    /// Sets the deadlines of the stops under way again.
    private mutating func limitStops(of scope: ScopeID) {
        emit(.limitEnd(scope))
        for node in nodes(of: scope) {
            switch self[node].phase {
            case .stopping: emit(.limitStop(node))
            case .starting where self[scope].phase == .stopping: emit(.limitStop(node))
            default: break
            }
        }
        for child in self[scope].children { limitStops(of: child) }
    }

    /// The deadlines of the stop of a scope; `nil` for those of the program.
    func limits(of scope: ScopeID) -> LifeCycleLimits? {
        guard let entry = entries[scope] else { return nil }
        return entry.limits ?? entry.parent.flatMap { limits(of: $0) }
    }

    /// The stop of a service has ended.
    mutating func stopped(_ node: ServiceNodeID) {
        guard entries[node.scope] != nil, case .stopping = self[node].phase else { return }
        emit(.cancelDeadline(node))
        release(node)
    }

    /// A service has been released on its scheduler.
    mutating func released(_ node: ServiceNodeID) {
        guard entries[node.scope] != nil, case .releasing = self[node].phase else { return }
        end(node)
        endIfStopped(node.scope)
    }

    /// The deadline of a service's start or stop has passed.
    mutating func nodeOverdue(_ node: ServiceNodeID) {
        guard entries[node.scope] != nil else { return }
        let isStopping = self[node.scope].phase == .stopping
        switch self[node].phase {
        case .starting where !isStopping:
            emit(.cancelStart(node))
            fail(node, CompositionError(.deadlineExceeded, "the start of \(name(of: node))"))
        case .starting, .stopping:
            abandon(node)
            endIfStopped(node.scope)
        default: break
        }
    }

    /// The deadline of a scope's end has passed.
    mutating func scopeOverdue(_ scope: ScopeID) {
        guard entries[scope] != nil else { return }
        guard self[scope].phase == .closing || self[scope].phase == .stopping else { return }
        for child in self[scope].children { scopeOverdue(child) }
        guard entries[scope] != nil, self[scope].phase != .stopped else { return }
        if self[scope].isPreparing {
            self[scope].isPreparing = false
            self[scope].overdue.append("the set-up of \(name(of: scope))")
        }
        self[scope].phase = .stopping
        for node in nodes(of: scope).reversed() where !self[node].isStopped {
            if self[node].isMade { abandon(node) } else { end(node) }
        }
        endIfStopped(scope)
    }

    mutating func beginStop(_ scope: ScopeID) {
        guard self[scope].isOpen else { return }
        if self[scope].isPreparing { emit(.cancelPreparation(scope)) }
        self[scope].phase = .closing
        emit(.limitEnd(scope))
        for node in nodes(of: scope) {
            if case .starting = self[node].phase { emit(.cancelStart(node)) }
        }
        for child in self[scope].children { beginStop(child) }
        continueStop(scope)
    }

    /// Stops the services of a scope when the scopes inside it have stopped.
    mutating func continueStop(_ scope: ScopeID) {
        guard self[scope].phase == .closing, !self[scope].isPreparing,
            self[scope].children.isEmpty
        else { return }
        self[scope].phase = .stopping
        for node in nodes(of: scope).reversed() { tryStop(node) }
        endIfStopped(scope)
    }

    /// Stops a service if all that need it have stopped.
    mutating func tryStop(_ node: ServiceNodeID) {
        let dependants = topology.dependants[node.binding]
        let isNeeded = dependants.contains {
            !self[ServiceNodeID(scope: node.scope, binding: $0)].isStopped
        }
        if isNeeded { return }
        switch self[node].phase {
        case .ready where self[node].hasLifeCycle:
            change(node) { $0.phase = .stopping }
            emit(.stop(node))
        case .starting: emit(.limitStop(node))
        case .idle, .waiting, .making, .ready, .failed:
            if self[node].isMade { release(node) } else { end(node) }
        case .stopping, .releasing, .stopped: break
        }
    }

    private mutating func release(_ node: ServiceNodeID) {
        change(node) { $0.phase = .releasing }
        emit(.release(node))
    }

    /// Abandons a service that did not stop in time, and names it in the report.
    private mutating func abandon(_ node: ServiceNodeID) {
        let isReleasing = if case .releasing = self[node].phase { true } else { false }
        if self[node].hasLifeCycle || isReleasing {
            self[node.scope].overdue.append(name(of: node))
        }
        if case .starting = self[node].phase { emit(.cancelStart(node)) }
        emit(.cancelDeadline(node))
        emit(.release(node))
        end(node)
    }

    /// Ends a service, and continues with those that it needed.
    private mutating func end(_ node: ServiceNodeID) {
        change(node) { $0.phase = .stopped }
        let waiters = self[node].waiters
        self[node].waiters = []
        if !waiters.isEmpty { emit(.reply(waiters, .failure(endOfScope(node.scope)))) }
        self[node.scope].unstopped -= 1
        for need in topology.needs[node.binding].reversed()
        where topology.levels[need] == topology.levels[node.binding] {
            tryStop(ServiceNodeID(scope: node.scope, binding: need))
        }
    }

    private mutating func endIfStopped(_ scope: ScopeID) {
        guard self[scope].phase == .stopping, self[scope].unstopped == 0 else { return }
        self[scope].phase = .stopped
        let failure = endOfScope(scope)
        if !self[scope].startWaiters.isEmpty {
            emit(.reply(self[scope].startWaiters, .failure(failure)))
        }
        emit(.replyStop(self[scope].stopWaiters, report(of: scope)))
        (self[scope].startWaiters, self[scope].stopWaiters) = ([], [])
        emit(.drop(scope))
        guard let parent = self[scope].parent else { return }
        self[parent].children.removeAll { $0 == scope }
        if self[parent].phase == .closing || self[parent].phase == .stopping {
            self[parent].overdue += self[scope].overdue
            continueStop(parent)
        }
    }

    /// The error of a call to a scope that stops or has stopped.
    func endOfScope(_ scope: ScopeID) -> any Error {
        self[scope].failure ?? CompositionError(.stopped, name(of: scope))
    }

    private func report(of scope: ScopeID) -> StopReport {
        StopReport(overdue: self[scope].overdue)
    }
}
