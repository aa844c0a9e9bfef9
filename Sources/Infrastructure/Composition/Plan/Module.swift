/// A part of a program, which binds services to their keys.
///
/// ```swift
/// struct FeedModule: Module {
///     func load(_ plan: ServicePlan) {
///         plan.bind(NodeFetcherKey.self, HostKey.here) { LiveNodeFetcher(host: $0) }
///     }
/// }
/// ```
///
/// A program loads all its modules before it makes any service, so their order does not matter. A
/// module refers to other modules only by the keys of their services. To remove a module, delete
/// its folder and its line in the list of modules.
///
/// Other abilities of modules are separate protocols, which other targets define with a
/// `ModuleAbility`.
public protocol Module: Sendable {
    /// The name in reports; by default the name of the type, without `Module` at its end.
    static var name: String { get }

    /// Binds the services of the module.
    ///
    /// It must not make a service or have any other effect.
    func load(_ plan: ServicePlan)
}

extension Module {
    /// The name of the type, without `Module` at its end.
    public static var name: String {
        let type = "\(Self.self)"
        return type.hasSuffix("Module") && type != "Module" ? String(type.dropLast(6)) : type
    }
}
