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
    /// Loads a module, if it has the ability.
    let load: @Sendable (any Module, ServicePlan) -> Void
    private let isFound: @Sendable (any Module) -> Bool

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
            if let conforming = module as? Conforming { load(conforming, plan) }
        }
        isFound = { $0 is Conforming }
    }

    /// Creates an ability of the modules that conform to `type`, for reports alone.
    ///
    /// The program finds these modules itself, when it needs them.
    public init<Conforming>(_ name: String, of type: Conforming.Type) {
        self.name = name
        load = { _, _ in }
        isFound = { $0 is Conforming }
    }

    /// Whether `module` has the ability.
    ///
    /// The first check of a type searches all conformances of the process, so it is made for
    /// reports alone.
    func isFound(in module: any Module) -> Bool { isFound(module) }
}
