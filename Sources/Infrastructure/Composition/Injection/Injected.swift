/// Writes an initialiser that takes the marked properties of a type from a scope.
///
/// ```swift
/// @Injected @Schedulable
/// final class DropboxNodeFetcher: NodeFetcher {
///     @Injected(HostKey.self) private let host: any Host
///     @Injected(MeterKey.self) private let meter: SchedulerBound<any Meter>
///     private(set) var count = 0
/// }
/// ```
///
/// A module binds the type like this:
///
/// ```swift
/// plan.bind(NodeFetcherKey.self, DropboxNodeFetcher.injected) { $0 }
/// ```
///
/// A property of the type `SchedulerBound` receives a handle. A property of any other type receives
/// the service itself. The macro adds the initialiser `init(in:)`, the list of needs for the plan,
/// and the conformance to `Injectable`, or to `MainInjectable` for a type of the main actor.
/// Properties without `@Injected` need an initial value.
///
/// The scope is a parameter, and not a global or task-local value, so the compiler keeps the
/// services on the scheduler of the caller.
@attached(member, names: named(init(in:)), named(needs))
@attached(extension, conformances: Injectable, MainInjectable)
public macro Injected() = #externalMacro(module: "SchedulingMacros", type: "InjectedTypeMacro")

/// Marks a property that is taken from the scope; the type around it has `@Injected`, too.
///
/// - Parameter key: the key of the service.
@attached(peer)
public macro Injected<Key: ServiceKey>(_ key: Key.Type) =
    #externalMacro(module: "SchedulingMacros", type: "InjectedPropertyMacro")
