public import BoundaryErrors

/// The faults of a plan.
extension DeclarationFault.Code {
    /// No module binds a key that is needed.
    public static let missing = Self("missing")
    /// A key is bound twice.
    public static let duplicate = Self("duplicate")
    /// Services need each other in a cycle.
    public static let cycle = Self("cycle")
    /// A service needs one of a narrower scope.
    public static let scope = Self("scope")
    /// A service needs one of another scheduler directly.
    public static let scheduler = Self("scheduler")
    /// A role has no scheduler, or has another one than the service requires.
    public static let role = Self("role")
    /// An ability reported the fault (`ServicePlan.report`).
    public static let ability = Self("ability")
}
