/// The life cycle of the services of one program: a pure machine, whose inputs append actions.
///
/// A service becomes ready in four steps: it is required, its needs become ready, it is made, and
/// it is started where it has a life cycle. A scope stops its services in the reverse order, each
/// when all that need it have stopped, and after the scopes that were opened in it.
struct LifeCycleMachine: Sendable {
    typealias Waiter = ServiceNode.Waiter
    typealias StopWaiter = @Sendable (StopReport) -> Void

    /// A request to the owner of the machine.
    enum Action: Sendable {
        /// Run the migrations and the set-up of a scope, then report `prepared`.
        case prepare(ScopeID)
        case cancelPreparation(ScopeID)
        /// Make the service on its scheduler, then report `made`.
        case make(ServiceNodeID)
        /// Start the service within its deadline, then report `started`.
        case start(ServiceNodeID)
        case cancelStart(ServiceNodeID)
        /// Stop the service within its deadline, then report `stopped`.
        case stop(ServiceNodeID)
        /// Limit the end of a start that was cancelled, by `nodeOverdue`.
        case limitStop(ServiceNodeID)
        case cancelDeadline(ServiceNodeID)
        /// Release the service on its scheduler, then report `released`.
        case release(ServiceNodeID)
        /// Keep the scope alive until `drop`.
        case keep(ScopeID)
        /// Limit the stop of the scope, by `scopeOverdue`.
        case limitEnd(ScopeID)
        case drop(ScopeID)
        case report(ServiceTransition)
        case reply([Waiter], Result<Void, any Error>)
        case replyStop([StopWaiter], StopReport)
    }

    /// The progress of a scope.
    enum ScopePhase: Sendable {
        case idle, preparing, starting, started
        /// The scopes inside it stop.
        case closing
        /// Its services stop.
        case stopping
        case stopped
    }

    struct ScopeEntry: Sendable {
        let level: ScopeLevel
        let name: String
        let parent: ScopeID?
        var phase = ScopePhase.idle
        var isKept = false
        var isPreparing = false
        var children: [ScopeID] = []
        var nodes: [ServiceNode]
        /// The services that the start waits for.
        var awaited = 0
        /// The services that have not stopped.
        var unstopped: Int
        var failure: (any Error)?
        /// The names of those that did not stop in time.
        var overdue: [String] = []
        /// The deadlines of its stop; `nil` for those of the scope around it, or of the program.
        var limits: LifeCycleLimits?
        var startWaiters: [Waiter] = []
        var stopWaiters: [StopWaiter] = []

        /// Whether services may be made and started.
        var isOpen: Bool {
            switch phase {
            case .idle, .preparing, .starting, .started: true
            case .closing, .stopping, .stopped: false
            }
        }
    }

    let topology: LifeCycleTopology
    private(set) var entries: [ScopeID: ScopeEntry] = [:]
    private var lastScope = 0
    private(set) var actions: [Action] = []

    init(_ topology: LifeCycleTopology) { self.topology = topology }

    /// Returns the requested actions, each once.
    mutating func takeActions() -> [Action] {
        defer { actions = [] }
        return actions
    }

    mutating func emit(_ action: Action) { actions.append(action) }

    // MARK: Scopes

    /// Adds a scope in `parent`, which is `nil` for the program.
    mutating func open(
        _ level: ScopeLevel, named name: String, in parent: ScopeID?
    ) -> ScopeID {
        lastScope += 1
        let id = ScopeID(number: lastScope)
        let count = topology.members[level.depth].count
        var entry = ScopeEntry(
            level: level, name: name, parent: parent,
            nodes: Array(repeating: ServiceNode(), count: count), unstopped: count)
        if let parent {
            if entries[parent]?.isOpen == true {
                entries[parent]?.children.append(id)
            } else {
                entry.phase = .stopped
            }
        }
        entries[id] = entry
        return id
    }

    /// Removes a scope that is no longer used, and returns its entry for its release.
    mutating func forget(_ scope: ScopeID) -> ScopeEntry? {
        let entry = entries.removeValue(forKey: scope)
        if let parent = entry?.parent {
            self[parent].children.removeAll { $0 == scope }
            continueStop(parent)
        }
        return entry
    }

    subscript(scope: ScopeID) -> ScopeEntry {
        get {
            guard let entry = entries[scope] else { preconditionFailure("an unknown scope") }
            return entry
        }
        _modify {
            guard let index = entries.index(forKey: scope) else {
                preconditionFailure("an unknown scope")
            }
            yield &entries.values[index]
        }
    }

    subscript(node: ServiceNodeID) -> ServiceNode {
        get { self[node.scope].nodes[topology.positions[node.binding]] }
        _modify { yield &self[node.scope].nodes[topology.positions[node.binding]] }
    }

    /// The nodes of a scope, each after its needs.
    func nodes(of scope: ScopeID) -> [ServiceNodeID] {
        topology.members[self[scope].level.depth].map { ServiceNodeID(scope: scope, binding: $0) }
    }

    /// The node of a binding as seen from `scope`: its own, or that of a scope around it.
    func node(_ binding: Int, from scope: ScopeID) -> ServiceNodeID {
        var owner = scope
        while self[owner].level > topology.levels[binding], let parent = self[owner].parent {
            owner = parent
        }
        return ServiceNodeID(scope: owner, binding: binding)
    }

    /// Changes a node, and reports the change of its state.
    mutating func change(_ node: ServiceNodeID, _ change: (inout ServiceNode) -> Void) {
        let former = self[node].state
        change(&self[node])
        let state = self[node].state
        let wasUnused = former == .idle && state == .stopped
        if state == former || wasUnused { return }
        emit(
            .report(
                ServiceTransition(
                    service: topology.names[node.binding], level: self[node.scope].level,
                    scope: self[node.scope].name, former: former, state: state,
                    error: self[node].failure)))
    }

    /// The name of a service for messages: `NodeFetcher of account 'ada'`.
    func name(of node: ServiceNodeID) -> String {
        "\(topology.names[node.binding]) of \(name(of: node.scope))"
    }

    func name(of scope: ScopeID) -> String { "\(self[scope].level) '\(self[scope].name)'" }
}
