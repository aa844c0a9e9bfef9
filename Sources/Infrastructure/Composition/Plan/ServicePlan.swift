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
/// plan.bind(FeedKey.self, when: .start, FeedService.injected) { $0 }   // a class with `@Injected`
/// plan.need(StatusLineKey.self)                                // for the module itself
/// ```
///
/// The plan keeps the file and line of each call. `Assembly` validates the plans of all modules
/// together, before any factory runs.
public final class ServicePlan {
    private(set) var bindings: [Binding] = []
    /// The keys that the module uses itself.
    private(set) var needs: [PlannedNeed] = []
    private(set) var faults: [DeclarationFault] = []
    private(set) var events: Set<String> = []
    private(set) var tables: Set<String> = []
    /// The name of the module that is being loaded.
    private let module: String

    init(of module: String) { self.module = module }

    /// Declares keys that the module uses itself, in `setUp` or later.
    ///
    /// The needs of its services are known from their bindings.
    public func need(
        _ keys: any ServiceKey.Type..., file: StaticString = #fileID, line: UInt = #line
    ) {
        let place = DeclarationPlace(module: module, file: file, line: line)
        needs += keys.map { PlannedNeed(key: AnyServiceKey($0), place: place) }
    }

    /// Declares the events and the tables of the module, for reports.
    ///
    /// - Parameters:
    ///   - events: the types of the events that the module declares.
    ///   - tables: the tables of the databases that the module opens.
    public func describe(events: [Any.Type] = [], tables: [String] = []) {
        self.events.formUnion(events.map { "\($0)" })
        self.tables.formUnion(tables)
    }

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

/// A key that a module uses itself.
struct PlannedNeed: Sendable {
    let key: AnyServiceKey
    let place: DeclarationPlace
}
