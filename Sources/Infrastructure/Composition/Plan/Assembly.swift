public import BoundaryErrors
public import Scheduling

/// A program as a list of modules.
///
/// ```swift
/// let assembly = Assembly([HostModule(), FeedModule()])
/// let program = try assembly.compose(on: [.main: MainScheduler.shared, .business: business])
/// try await program.start()
/// ```
///
/// A test replaces services:
///
/// ```swift
/// let program = try assembly.overriding(HostKey.self) { HostStub() }.compose(on: schedulers)
/// ```
public struct Assembly: Sendable {
    private let modules: [any Module]
    private let abilities: [ModuleAbility]
    /// Each adds a binding that replaces that of a module.
    private var overrides: [@Sendable (ServicePlan) -> Void] = []

    /// Creates the list of the modules of a program; their order does not matter.
    ///
    /// - Parameters:
    ///   - modules: the modules.
    ///   - abilities: the abilities of modules besides binding services.
    public init(_ modules: [any Module], abilities: [ModuleAbility] = []) {
        self.modules = modules
        self.abilities = abilities
    }

    /// Loads the modules, validates the plan, and returns the scope of the program.
    ///
    /// No factory runs. The stops of thread-safe services run on the scheduler of the role
    /// `business`, or else of `main`.
    ///
    /// - Parameters:
    ///   - schedulers: the scheduler of each role; one scheduler may have several roles.
    ///   - limits: the deadlines of stops.
    ///   - observer: receives each change of a service's state, on the thread that caused it and
    ///     under no lock. It must be brief.
    /// - Throws: all faults of the plan.
    public func compose(
        on schedulers: [SchedulerRole: any Scheduler], limits: LifeCycleLimits = LifeCycleLimits(),
        observer: (@Sendable (ServiceTransition) -> Void)? = nil
    ) throws(DeclarationError) -> Scope {
        Scope(
            of: try graph(on: schedulers, limits), .program, named: "program", in: nil, observer)
    }

    private func graph(
        on schedulers: [SchedulerRole: any Scheduler], _ limits: LifeCycleLimits
    ) throws(DeclarationError) -> ServiceGraph {
        var bindings: [Binding] = []
        var faults: [DeclarationFault] = []
        var loaded: [ServiceGraph.LoadedModule] = []
        for module in modules {
            let plan = ServicePlan(of: type(of: module).name)
            module.load(plan)
            for ability in abilities { ability.load(module, plan) }
            loaded.append(.init(module: module))
            bindings += plan.bindings
            faults += plan.faults
        }
        var validation = PlanValidation(of: overriding(bindings), on: schedulers, faults)
        return ServiceGraph(
            loaded, abilities, try validation.orderedBindings(), on: schedulers, limits)
    }

    /// Returns the bindings with the overrides in place of those that they replace.
    private func overriding(_ bindings: [Binding]) -> [Binding] {
        let plan = ServicePlan(of: "override")
        for override in overrides { override(plan) }
        var replacements: [AnyServiceKey: Binding] = [:]
        for var binding in plan.bindings {
            binding.isOverride = true
            replacements[binding.key] = binding
        }
        for binding in bindings { replacements[binding.key]?.creation = binding.creation }
        return bindings.filter { replacements[$0.key] == nil } + replacements.values
    }

    func adding(_ override: @escaping @Sendable (ServicePlan) -> Void) -> Assembly {
        var assembly = self
        assembly.overrides.append(override)
        return assembly
    }
}
