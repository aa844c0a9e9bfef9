import BoundaryErrors
import Scheduling

/// Finds the faults of a plan, and the order of its bindings.
///
/// Faults and order depend on the lines of the bindings, not on the order of the modules.
struct PlanValidation {
    /// The bindings in the order of their lines, one for each key.
    private let bindings: [Binding]
    private let numbers: [AnyServiceKey: Int]
    private let schedulers: [SchedulerRole: any Scheduler]
    private var faults: [DeclarationFault]

    /// Checks the bindings of all modules, which have reported `faults` themselves.
    init(
        of bindings: [Binding], on schedulers: [SchedulerRole: any Scheduler],
        _ faults: [DeclarationFault]
    ) {
        self.schedulers = schedulers
        self.faults = faults
        var different: [Binding] = []
        var first: [AnyServiceKey: Binding] = [:]
        for binding in bindings.sorted(by: Self.isBefore) {
            if let first = first[binding.key] {
                self.faults.append(
                    DeclarationFault(
                        .duplicate,
                        "\(binding.key.name) is bound already, at \(first.place): remove one of "
                            + "the bindings", at: binding.place))
            } else {
                first[binding.key] = binding
                different.append(binding)
            }
        }
        self.bindings = different
        numbers = Dictionary(
            uniqueKeysWithValues: self.bindings.enumerated().map { ($1.key, $0) })
        for binding in self.bindings {
            checkRole(of: binding)
            for requirement in binding.requirements { check(requirement, of: binding) }
        }
    }

    /// Whether a binding is before another one: by its line, or on one line by the name of its key.
    private static func isBefore(_ lhs: Binding, _ rhs: Binding) -> Bool {
        lhs.place == rhs.place
            ? lhs.key.fullName < rhs.key.fullName : lhs.place < rhs.place
    }

    /// Returns the bindings, each after those that it needs.
    ///
    /// - Throws: all faults.
    mutating func orderedBindings() throws(DeclarationError) -> [Binding] {
        let needs = bindings.map { binding in
            Set(binding.requirements.compactMap { numbers[$0.key] }).sorted()
        }
        let order = NeedOrder(needs)
        for cycle in order.cycles {
            let names = (cycle + [cycle[0]]).map { bindings[$0].key.name }
            let message = "the services need each other: " + names.joined(separator: " → ")
            faults.append(DeclarationFault(.cycle, message, at: bindings[cycle[0]].place))
        }
        if let error = DeclarationError(in: "the plan of the services", faults) { throw error }
        return order.order.map { bindings[$0] }
    }

    private mutating func checkRole(of binding: Binding) {
        let (name, role) = (binding.key.name, binding.key.role)
        let message: String
        if role == .anywhere {
            if binding.isShared { return }
            message =
                "\(name) has the role '\(role)' and no SharedServiceKey: use one for a thread-safe "
                + "service, or the role of a scheduler"
        } else if let scheduler = schedulers[role] {
            if !binding.needsMainActor || scheduler is MainScheduler { return }
            message =
                "\(name) belongs to the main actor, and its role '\(role)' to scheduler "
                + "'\(scheduler.name)': give the role the main scheduler"
        } else {
            message = "\(name) has the role '\(role)', for which the program has no scheduler"
        }
        faults.append(DeclarationFault(.role, message, at: binding.place))
    }

    private mutating func check(_ requirement: Requirement, of binding: Binding) {
        let (need, user) = (requirement.key, binding.key)
        func add(_ code: DeclarationFault.Code, _ message: String) {
            faults.append(
                DeclarationFault(
                    code, "\(user.name) needs \(need.name), \(message)", at: binding.place))
        }
        if numbers[need] == nil { add(.missing, "which no module binds") }
        if need.scope > user.scope {
            add(
                .scope,
                "whose scope '\(need.scope)' is narrower than its own, '\(user.scope)'")
        }
        let isShared = need.role == .anywhere
        if requirement.isDirect, !isShared, need.role != user.role {
            add(
                .scheduler,
                "which lives on '\(need.role)', directly from '\(user.role)': use its handle")
        } else if !requirement.isDirect, isShared {
            add(.scheduler, "which is thread-safe, through a handle: use it directly")
        }
    }
}
