import Scheduling

/// The validated plan: the modules, and the bindings in an order in which each follows its needs.
final class ServiceGraph: Sendable {
    struct LoadedModule: Sendable {
        let module: any Module

        var name: String { type(of: module).name }
    }

    /// The modules in the order of their names.
    let modules: [LoadedModule]
    let abilities: [ModuleAbility]
    let bindings: [Binding]
    /// The number of the binding of each key.
    let table: [ObjectIdentifier: Int]
    let limits: LifeCycleLimits
    /// The scheduler of starts and stops, and of thread-safe services.
    let coordinator: any Scheduler
    /// The scheduler of each binding, on which its service lives, or stops.
    let homes: [any Scheduler]
    private let scopeCount = Guarded(0)

    init(
        _ modules: [LoadedModule], _ abilities: [ModuleAbility], _ bindings: [Binding],
        on schedulers: [SchedulerRole: any Scheduler], _ limits: LifeCycleLimits
    ) {
        self.limits = limits
        self.modules = modules.sorted { $0.name < $1.name }
        self.abilities = abilities
        self.bindings = bindings
        let coordinator =
            schedulers[.business] ?? schedulers[.main]
            ?? schedulers.min { $0.key.name < $1.key.name }?.value ?? MainScheduler.shared
        self.coordinator = coordinator
        homes = bindings.map { schedulers[$0.key.role] ?? coordinator }
        table = Dictionary(
            uniqueKeysWithValues: bindings.enumerated().map { ($1.key.id, $0) })
    }

    /// The bindings of a level, each after those that it needs.
    func members(of level: ScopeLevel) -> [Int] {
        bindings.indices.filter { bindings[$0].key.scope == level }
    }

    /// The number of a new scope.
    func nextScope() -> Int {
        scopeCount.withLock { count in
            count += 1
            return count
        }
    }

    /// Makes the storage of the services of a scope, and passes on that of the scopes around it.
    func makeSlots(
        for level: ScopeLevel, of reference: ScopeReference,
        around wider: [(any AnyObject & Sendable)?]?
    ) -> [(any AnyObject & Sendable)?] {
        bindings.indices.map { number in
            let binding = bindings[number]
            if binding.key.scope != level { return wider?[number] }
            return binding.makeSlot(
                ServiceSite(number: number, home: homes[number], reference: reference))
        }
    }
}
