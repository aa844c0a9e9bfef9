/// The bindings as the life cycle uses them: their scopes, and the order of their needs.
///
/// A binding is its number in the graph, in which each comes after its needs.
struct LifeCycleTopology: Sendable {
    /// The names of the keys.
    let names: [String]
    /// The level of each binding.
    let levels: [ScopeLevel]
    /// The position of each binding among those of its level.
    let positions: [Int]
    /// The bindings that a scope keeps, by the depth of its level, in their order.
    let members: [[Int]]
    /// The members that are made at the start of their scope, by depth.
    let startMembers: [[Int]]
    /// The kept bindings that each binding needs, directly or by a service that is made each time.
    let needs: [[Int]]
    /// The bindings of the same level that need each binding.
    let dependants: [[Int]]

    /// Creates the topology of bindings, in an order in which each comes after its needs.
    init(
        _ bindings: [(name: String, level: ScopeLevel, creation: ServiceCreation, needs: [Int])]
    ) {
        names = bindings.map(\.name)
        levels = bindings.map(\.level)
        var positions: [Int] = []
        var members = [[Int]](repeating: [], count: ScopeLevel.allCases.count)
        var startMembers = members
        var needs: [[Int]] = []
        var dependants = [[Int]](repeating: [], count: bindings.count)
        for (number, binding) in bindings.enumerated() {
            let depth = binding.level.depth
            positions.append(members[depth].count)
            let kept = binding.needs.flatMap { need in
                bindings[need].creation == .each ? needs[need] : [need]
            }
            needs.append(Set(kept).sorted())
            if binding.creation == .each { continue }
            members[depth].append(number)
            if binding.creation == .start { startMembers[depth].append(number) }
            for need in needs[number] where bindings[need].level == binding.level {
                dependants[need].append(number)
            }
        }
        self.positions = positions
        self.members = members
        self.startMembers = startMembers
        self.needs = needs
        self.dependants = dependants
    }
}
