/// The key of a service in a program: its type, the role of its scheduler, and its scope.
///
/// A key is declared beside the protocol of its service, and has no default implementation: one
/// module binds it, and other modules need it.
///
/// ```swift
/// enum NodeFetcherKey: ServiceKey {
///     typealias Service = any NodeFetcher
///     static let role = SchedulerRole.business
///     static let scope = ScopeLevel.account
/// }
/// ```
///
/// The service is a class that is not `Sendable`, and stays on the scheduler of its role. A
/// thread-safe service has a `SharedServiceKey`. A service of the main actor has a
/// `MainServiceKey`.
public protocol ServiceKey: SendableMetatype {
    /// The type of the service, usually a protocol.
    associatedtype Service

    /// The role of the scheduler on which the service lives.
    static var role: SchedulerRole { get }

    /// The scope that makes the service, keeps it and ends it; by default the program.
    static var scope: ScopeLevel { get }

    /// The name in reports; by default the name of the type, without `Key` at its end.
    static var name: String { get }
}

extension ServiceKey {
    /// The program.
    public static var scope: ScopeLevel { .program }

    /// The name of the type, without `Key` at its end.
    public static var name: String {
        let type = "\(Self.self)"
        return type.hasSuffix("Key") ? String(type.dropLast(3)) : type
    }
}

/// The key of a thread-safe service, which every thread may use.
///
/// ```swift
/// enum ClockKey: SharedServiceKey { typealias Service = any WallClock }
/// ```
public protocol SharedServiceKey: ServiceKey where Service: Sendable {}

extension SharedServiceKey {
    /// No scheduler.
    public static var role: SchedulerRole { .anywhere }
}

/// The key of a service that belongs to the main actor, such as a presenter.
///
/// ```swift
/// enum StatusLineKey: MainServiceKey { typealias Service = StatusLine }
/// ```
public protocol MainServiceKey: ServiceKey where Service: Sendable {}

extension MainServiceKey {
    /// The user interface.
    public static var role: SchedulerRole { .main }
}
