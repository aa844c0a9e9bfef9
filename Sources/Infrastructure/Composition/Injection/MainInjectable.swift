import Scheduling

/// A class of the main actor that takes its needs from a scope; `@Injected` writes the conformance.
///
/// A module binds it to a `MainServiceKey` by `injected`. `Assembly.compose` validates its `needs`
/// before `init(in:)` makes an instance on the main actor.
@MainActor
public protocol MainInjectable: AnyObject, Sendable {
    /// The keys that `init(in:)` takes from the scope.
    nonisolated static var needs: [Requirement] { get }

    /// Creates the service with its needs.
    ///
    /// - Throws: the reason why a needed service is unavailable.
    init(in scope: LocalScope) throws
}

/// The need of a new instance of a class of the main actor; see `MainInjectable.injected`.
///
/// As the need of a binding (`ServicePlan.bind`), it adds the needs of the class to the plan.
/// Making the instance traps outside the main actor.
public struct MainInstanceNeed<Instance: MainInjectable>: ServiceNeed {
    /// The needs of the instance.
    public var requirements: [Requirement] { Instance.needs }

    /// Creates the instance, on the main actor.
    ///
    /// - Throws: the reason why a needed service is unavailable.
    public func resolve(in scope: LocalScope) throws -> Instance {
        let scope = scope.scope
        return try MainActor.assumeIsolated {
            try Instance(in: LocalScope(scope, .main))
        }
    }
}

extension MainInjectable {
    /// A new instance, for the factory that binds it to a key.
    public nonisolated static var injected: MainInstanceNeed<Self> { MainInstanceNeed() }
}
