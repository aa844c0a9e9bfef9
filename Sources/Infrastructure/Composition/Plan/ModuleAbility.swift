/// An optional ability of modules besides binding services, such as serving routes.
///
/// A target defines an ability with a protocol, and a program passes it to its assembly. The
/// conforming modules are found once, when the plan is made.
///
/// ```swift
/// public protocol RouteModule: Module {
///     func loadRoutes(_ table: RouteTable)
/// }
///
/// extension ModuleAbility {
///     public static func routes(_ table: RouteTable) -> ModuleAbility {
///         ModuleAbility("routes") { (module: any RouteModule, plan) in
///             module.loadRoutes(table)
///         }
///     }
/// }
/// ```
public struct ModuleAbility: Sendable {
    /// The name in reports.
    public let name: String
    /// Loads a module; `false` where it does not have the ability.
    let load: @Sendable (any Module, ServicePlan) -> Bool

    /// Creates an ability.
    ///
    /// - Parameters:
    ///   - name: the name in reports.
    ///   - load: called for each module that conforms to `Conforming`, after the module's own
    ///     `load`. It may bind services too, and reports the module's faults by
    ///     `ServicePlan.report`.
    public init<Conforming>(
        _ name: String, load: @escaping @Sendable (Conforming, ServicePlan) -> Void
    ) {
        self.name = name
        self.load = { module, plan in
            guard let conforming = module as? Conforming else { return false }
            load(conforming, plan)
            return true
        }
    }
}
