/// A type that takes its needs from a scope; `@Injected` writes the conformance.
///
/// ```swift
/// plan.bind(NodeFetcherKey.self, DropboxNodeFetcher.injected) { $0 }
/// ```
public protocol Injectable: SendableMetatype {
    /// The keys that `init(in:)` takes from the scope.
    static var needs: [Requirement] { get }

    /// Creates the service with its needs, on its scheduler.
    ///
    /// - Throws: the reason why a needed service is unavailable.
    init(in scope: LocalScope) throws
}

/// The need of a new instance of an injected type; see `Injectable.injected`.
///
/// As the need of a binding (`ServicePlan.bind`), it adds the needs of the type to the plan. The
/// factory receives the instance, which is made where the factory runs.
public struct InstanceNeed<Instance: Injectable>: ServiceNeed {
    /// The needs of the instance.
    public var requirements: [Requirement] { Instance.needs }

    /// Creates the instance.
    ///
    /// - Throws: the reason why a needed service is unavailable.
    public func resolve(in scope: LocalScope) throws -> Instance { try Instance(in: scope) }
}

extension Injectable {
    /// A new instance, for the factory that binds it to a key.
    public static var injected: InstanceNeed<Self> { InstanceNeed() }
}
