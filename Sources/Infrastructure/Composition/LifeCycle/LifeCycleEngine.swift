import Scheduling

/// Runs the life cycle of one program: passes inputs to the machine, and performs its actions.
///
/// Any thread may pass an input. The actions are performed one after another, in the order of the
/// inputs and under no lock. If a thread passes an input while another thread performs actions,
/// that other thread also performs the new ones.
final class LifeCycleEngine: Sendable {
    typealias Action = LifeCycleMachine.Action

    /// A scope, weakly until it is kept.
    private struct ScopeReference {
        weak var scope: (any ManagedScope)?
        var kept: (any ManagedScope)?
    }

    private struct State {
        var machine: LifeCycleMachine
        var actions: [Action] = []
        var isPerforming = false
        var scopes: [ScopeID: ScopeReference] = [:]
    }

    private let state: Guarded<State>
    /// The tasks and deadlines that an action may cancel; only the performing thread uses it.
    let running = Guarded(RunningWork())
    /// The scheduler of the set-up, and of the ends of scopes.
    let coordinator: any Scheduler
    /// The scheduler of each binding, on which its service starts and stops.
    let homes: [any Scheduler]
    let limits: LifeCycleLimits
    let observer: (@Sendable (ServiceTransition) -> Void)?

    init(
        of topology: LifeCycleTopology, on homes: [any Scheduler], coordinator: any Scheduler,
        _ limits: LifeCycleLimits, _ observer: (@Sendable (ServiceTransition) -> Void)?
    ) {
        self.homes = homes
        self.coordinator = coordinator
        self.limits = limits
        self.observer = observer
        state = Guarded(State(machine: LifeCycleMachine(topology)))
    }

    /// Passes an input to the machine, and performs the actions that it requests.
    @discardableResult
    func pass<Result: Sendable>(
        _ input: @Sendable (inout LifeCycleMachine) -> Result
    ) -> Result {
        let (result, isPerformer) = state.withLock { state in
            let result = input(&state.machine)
            state.actions += state.machine.takeActions()
            let isPerformer = !state.isPerforming && !state.actions.isEmpty
            if isPerformer { state.isPerforming = true }
            return (result, isPerformer)
        }
        if isPerformer {
            while let actions = takeActions() { for action in actions { perform(action) } }
        }
        return result
    }

    private func takeActions() -> [Action]? {
        state.withLock { state in
            if state.actions.isEmpty {
                state.isPerforming = false
                return nil
            }
            defer { state.actions = [] }
            return state.actions
        }
    }

    /// Reads the machine.
    func read<Result: Sendable>(_ body: @Sendable (LifeCycleMachine) -> Result) -> Result {
        state.withLock { body($0.machine) }
    }

    // MARK: Scopes

    /// Adds a scope, which calls `attach` when it is complete.
    func open(_ level: ScopeLevel, named name: String, in parent: ScopeID?) -> ScopeID {
        pass { $0.open(level, named: name, in: parent) }
    }

    func attach(_ scope: any ManagedScope, as id: ScopeID) {
        state.withLock { $0.scopes[id] = ScopeReference(scope: scope) }
    }

    /// Removes a scope that is being released.
    func forget(_ scope: ScopeID) {
        let former = state.withLock { $0.scopes.removeValue(forKey: scope) }
        let entry = pass { $0.forget(scope) }
        withExtendedLifetime((former, entry)) {}
    }

    /// The scope; `nil` once it is being released.
    func scope(_ id: ScopeID) -> (any ManagedScope)? { state.withLock { $0.scopes[id]?.scope } }

    /// The scope, unless it has begun to stop, in which no service is made.
    func openScope(_ id: ScopeID) -> (any ManagedScope)? {
        state.withLock { $0.machine.mayMake(id) ? $0.scopes[id]?.scope : nil }
    }

    func keep(_ id: ScopeID) {
        state.withLock { state in
            let scope = state.scopes[id]?.scope
            state.scopes[id]?.kept = scope
        }
    }

    func drop(_ scope: ScopeID) {
        let former = state.withLock { $0.scopes[scope]?.kept.take() }
        withExtendedLifetime(former) {}
    }
}

/// The tasks and deadlines of the services and scopes.
struct RunningWork: Sendable {
    var preparations: [ScopeID: Task<Void, Never>] = [:]
    var starts: [ServiceNodeID: Task<Void, Never>] = [:]
    var deadlines: [ServiceNodeID: DeadlineTimer] = [:]
    var ends: [ScopeID: DeadlineTimer] = [:]
}
