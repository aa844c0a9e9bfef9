public import Scheduling

/// A need of a service: something that its factory receives.
///
/// A key has two needs. `HostKey.here` is the service itself; both services then have the same
/// scheduler. `HostKey.handle` is a `SchedulerBound`; the services may have different schedulers.
///
/// ```swift
/// plan.bind(NodeFetcherKey.self, HostKey.here, MeterKey.handle) { host, meter in
///     LiveNodeFetcher(host: host, meter: meter)
/// }
/// ```
///
/// The factory receives nothing else, so the plan contains all needs before a factory runs.
public protocol ServiceNeed: Sendable {
    /// The type that the factory receives.
    associatedtype Value

    /// The keys that are taken from the scope, for the plan.
    var requirements: [Requirement] { get }

    /// Returns the value for a service of `scope`, on its scheduler.
    ///
    /// - Throws: the reason why the needed service is unavailable.
    func resolve(in scope: LocalScope) throws -> Value
}

/// The need of a service itself; see `ServiceKey.here`.
///
/// `Assembly.compose` refuses it for a service of another role, unless that service is thread-safe.
public struct DirectNeed<Key: ServiceKey>: ServiceNeed {
    /// The key, needed directly.
    public var requirements: [Requirement] { [Requirement(Key.self, isDirect: true)] }

    /// Returns the service.
    ///
    /// - Throws: the reason why the service is unavailable.
    public func resolve(in scope: LocalScope) throws -> Key.Service { try scope.here(Key.self) }
}

/// The need of a handle to a service; see `ServiceKey.handle`.
///
/// `Assembly.compose` refuses it for a thread-safe service, which is used directly. The role of the
/// service does not matter.
public struct HandleNeed<Key: ServiceKey>: ServiceNeed {
    /// The key, needed through a handle.
    public var requirements: [Requirement] { [Requirement(Key.self, isDirect: false)] }

    /// Returns the handle.
    public func resolve(in scope: LocalScope) -> SchedulerBound<Key.Service> {
        scope.scope.handle(Key.self)
    }
}

/// The need of the scope itself, for a service that opens scopes or looks up services.
///
/// The scope releases the service when it stops, so the service may keep the scope. Such a scope
/// has to be stopped, even if it was not started.
public struct ScopeNeed: ServiceNeed {
    /// Creates the need.
    public init() {}

    /// None: the plan does not contain the services that are looked up in the scope later.
    public var requirements: [Requirement] { [] }

    /// Returns the scope.
    public func resolve(in scope: LocalScope) -> Scope { scope.scope }
}

/// The need of the isolation domain of the service, for a service that starts work there.
///
/// ```swift
/// plan.bind(TickerKey.self, HomeNeed()) { home in Ticker(home: home) }
/// ```
///
/// It traps for a thread-safe service, which belongs to no scheduler.
public struct HomeNeed: ServiceNeed {
    /// Creates the need.
    public init() {}

    /// None: the domain is that of the service itself.
    public var requirements: [Requirement] { [] }

    /// Returns the isolation domain.
    public func resolve(in scope: LocalScope) -> SchedulerIsolation {
        guard let home = scope.isolation else {
            preconditionFailure("a thread-safe service belongs to no scheduler")
        }
        return home
    }
}

extension ServiceKey {
    /// The service itself; it is thread-safe, or both services have the same scheduler.
    public static var here: DirectNeed<Self> { DirectNeed() }

    /// A handle to the service, for a service of any scheduler.
    public static var handle: HandleNeed<Self> { HandleNeed() }
}
