import Scheduling

/// The actions of the machine.
extension LifeCycleEngine {
    func perform(_ action: Action) {
        switch action {
        case .prepare(let scope): prepare(scope)
        case .cancelPreparation(let scope):
            running.withLock { $0.preparations[scope] }?.cancel()
        case .make(let node):
            slot(of: node)?.make { [self] error in
                pass { $0.failedToMake(node, error) }
            }
        case .start(let node): start(node)
        case .cancelStart(let node): running.withLock { $0.starts[node] }?.cancel()
        case .stop(let node): stop(node)
        case .limitStop(let node): limit(node, to: limits(of: node.scope).stop)
        case .cancelDeadline(let node):
            let ended = running.withLock { running in
                _ = running.starts.removeValue(forKey: node)
                return running.deadlines.removeValue(forKey: node)
            }
            ended?.cancel()
        case .release(let node): slot(of: node)?.release { [self] in pass { $0.released(node) } }
        case .keep(let scope): keep(scope)
        case .limitEnd(let scope): limitEnd(scope)
        case .drop(let scope):
            let ended = running.withLock { running in
                _ = running.preparations.removeValue(forKey: scope)
                return running.ends.removeValue(forKey: scope)
            }
            ended?.cancel()
            drop(scope)
        case .report(let transition): observer?(transition)
        case .reply(let waiters, let outcome): for waiter in waiters { waiter(outcome) }
        case .replyStop(let waiters, let report): for waiter in waiters { waiter(report) }
        }
    }

    private func slot(of node: ServiceNodeID) -> (any AnyServiceSlot)? {
        scope(node.scope)?.slot(of: node.binding)
    }

    private func prepare(_ id: ScopeID) {
        guard let scope = scope(id) else { return }
        guard scope.needsPreparation else {
            pass { $0.prepared(id, nil) }
            return
        }
        let task = Task(executorPreference: coordinator) { [self] in
            let error: (any Error)?
            do {
                try await scope.prepare()
                error = nil
            } catch let failure {
                error = failure
            }
            pass { $0.prepared(id, error) }
        }
        running.withLock { $0.preparations[id] = task }
    }

    private func start(_ node: ServiceNodeID) {
        guard let slot = slot(of: node) else { return }
        limit(node, to: limits.start)
        let task = slot.start { [self] error in
            pass { machine in
                let failure = error.map {
                    CompositionError(.startFailed, machine.name(of: node), $0)
                }
                return machine.started(node, failure)
            }
        }
        running.withLock { $0.starts[node] = task }
    }

    private func stop(_ node: ServiceNodeID) {
        limit(node, to: limits(of: node.scope).stop)
        slot(of: node)?.stop { [self] in pass { $0.stopped(node) } }
    }

    /// Sets the deadline of a start or stop, in place of an earlier one.
    private func limit(_ node: ServiceNodeID, to limit: Duration) {
        let timer = DeadlineTimer(after: limit, of: homes[node.binding]) { [self] in
            pass { $0.nodeOverdue(node) }
        }
        running.withLock { $0.deadlines.updateValue(timer, forKey: node) }?.cancel()
    }

    /// Sets the deadline of a scope's end, in place of an earlier one.
    private func limitEnd(_ scope: ScopeID) {
        let timer = DeadlineTimer(after: limits(of: scope).end, of: coordinator) { [self] in
            pass { $0.scopeOverdue(scope) }
        }
        running.withLock { $0.ends.updateValue(timer, forKey: scope) }?.cancel()
    }

    private func limits(of scope: ScopeID) -> LifeCycleLimits {
        read { $0.limits(of: scope) } ?? limits
    }
}
