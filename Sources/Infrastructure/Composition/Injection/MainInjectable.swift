import Scheduling

/// A class of the main actor that takes its needs from a scope; `@Injected` writes the conformance.
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
public struct MainInstanceNeed<Instance: MainInjectable>: ServiceNeed {
    /// The needs of the instance.
    public var requirements: [Requirement] { Instance.needs }

    /// Creates the instance, on the main actor.
    ///
    /// - Throws: the reason why a needed service is unavailable.
    public func resolve(in scope: LocalScope) throws -> Instance {
        let scope = scope.scope
        return try MainActor.assumeIsolated {
            try Instance(in: LocalScope(scope, MainScheduler.shared.isolation))
        }
    }
}

extension MainInjectable {
    /// A new instance, for the factory that binds it to a key.
    public nonisolated static var injected: MainInstanceNeed<Self> { MainInstanceNeed() }
}
