import Scheduling

/// The validated plan: the modules, and the bindings in an order in which each follows its needs.
final class ServiceGraph: Sendable {
    /// A module with what its plan declares besides bindings.
    struct LoadedModule: Sendable {
        let module: any Module
        /// The keys that the module uses itself.
        let needs: [AnyServiceKey]
        let events: Set<String>
        let tables: Set<String>

        var name: String { type(of: module).name }
    }

    /// The modules in the order of their names.
    let modules: [LoadedModule]
    let abilities: [ModuleAbility]
    let bindings: [Binding]
    let table: KeyTable
    let topology: LifeCycleTopology
    /// The scheduler of the set-up, and of the life cycle of thread-safe services.
    let coordinator: any Scheduler
    /// The scheduler of each binding, on which its service lives, or starts and stops.
    let homes: [any Scheduler]

    init(
        _ modules: [LoadedModule], _ abilities: [ModuleAbility], _ bindings: [Binding],
        on schedulers: [SchedulerRole: any Scheduler]
    ) {
        self.modules = modules.sorted { $0.name < $1.name }
        self.abilities = abilities
        self.bindings = bindings
        let coordinator =
            schedulers[.business] ?? schedulers[.main]
            ?? schedulers.min { $0.key.name < $1.key.name }?.value ?? MainScheduler.shared
        self.coordinator = coordinator
        homes = bindings.map { schedulers[$0.key.role] ?? coordinator }
        let table = KeyTable(bindings.map(\.key.id))
        self.table = table
        topology = LifeCycleTopology(
            bindings.map { binding in
                let needs = binding.requirements.compactMap { table[$0.key.id] }
                return (binding.key.name, binding.key.scope, binding.creation, needs)
            })
    }
}
