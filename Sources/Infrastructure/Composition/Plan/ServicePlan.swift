public import BoundaryErrors

/// The bindings of one module, which the module makes when it is loaded.
///
/// A binding consists of the key, the moment of creation, the needs, and a factory. The factory
/// receives the needs, and runs later on the scheduler of the key's role.
///
/// ```swift
/// plan.bind(HostKey.self) { HTTPHost(at: url) }
/// plan.bind(NodeFetcherKey.self, HostKey.here, MeterKey.handle) { host, meter in
///     LiveNodeFetcher(host: host, meter: meter)
/// }
/// plan.bind(FeedKey.self, when: .start) { FeedService() }
/// ```
///
/// The plan keeps the file and line of each call. `Assembly` validates the plans of all modules
/// together, before any factory runs.
public final class ServicePlan {
    private(set) var bindings: [Binding] = []
    private(set) var faults: [DeclarationFault] = []
    /// The name of the module that is being loaded.
    private let module: String

    init(of module: String) { self.module = module }

    /// Reports a fault of the module, such as a route that exists twice.
    ///
    /// The error of the assembly lists it with the faults of the bindings.
    public func report(
        _ message: String, file: StaticString = #fileID, line: UInt = #line
    ) {
        let place = DeclarationPlace(module: module, file: file, line: line)
        faults.append(DeclarationFault(.ability, message, at: place))
    }

    /// Reports faults in other declarations of the module, such as those of a table of routes.
    ///
    /// The error of the assembly lists them with the faults of the bindings.
    public func report(_ faults: [DeclarationFault]) { self.faults += faults }

    func add<Key: ServiceKey>(
        _ factory: Factory<Key>, _ creation: ServiceCreation, _ requirements: [Requirement],
        _ file: StaticString, _ line: UInt
    ) {
        let place = DeclarationPlace(module: module, file: file, line: line)
        bindings.append(Binding(factory, creation, requirements, at: place))
    }
}
