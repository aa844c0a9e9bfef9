public import BoundaryErrors
import Scheduling

/// The routes of all modules, before the router is made from them.
///
/// ```swift
/// let table = RouteTable()
/// table.add("Feed") { routes in
///     routes.serve(ShowFeed.self, finding: { _ in library }) { library, route in
///         library.window(limit: route.limit)
///     }
/// }
/// let router = try Router(table, on: business)
/// ```
///
/// A table may be filled from any thread. A module that is added after the router has been made has
/// no effect on that router.
public final class RouteTable: Sendable {
    private let added = Guarded<[ModuleRoutes]>([])

    /// Creates an empty table.
    public init() {}

    /// Adds a module with its routes; `declare` is called at once.
    public func add(
        _ module: String, _ declare: (inout ModuleRoutes) throws -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) rethrows {
        var routes = ModuleRoutes(module, file, line)
        try declare(&routes)
        added.withLock { [routes] in $0.append(routes) }
    }

    /// The modules, in the order in which they were added.
    var modules: [ModuleRoutes] { added.withLock { $0 } }

    /// The faults: repeated handlers, addresses or modules, and invalid addresses.
    ///
    /// A router cannot be made from a table with faults.
    public var faults: [DeclarationFault] {
        doubledModules + doubledHandlers + invalidAddresses + doubledAddresses
    }

    private var doubledModules: [DeclarationFault] {
        repetitions(of: modules, by: \.module).map { first, second in
            DeclarationFault(
                .doubledModule, "the module is in the table already (\(first.place))",
                at: second.place)
        }
    }

    private var doubledHandlers: [DeclarationFault] {
        repetitions(of: handlers, by: \.id).map { first, second in
            second.fault(
                .doubledHandler,
                "the route \(second.name) is served already, by module \(first.place.module) "
                    + "(\(first.place))")
        }
    }

    private var invalidAddresses: [DeclarationFault] {
        handlers.flatMap { handler in
            (handler.address?.faults ?? []).map { fault in
                handler.fault(
                    .invalidAddress, "the address of the route \(handler.name): \(fault)")
            }
        }
    }

    private var doubledAddresses: [DeclarationFault] {
        // The second handler of a route is a fault already.
        let first = Dictionary(handlers.map { ($0.id, $0.place) }) { first, _ in first }
        let addressed = handlers.filter { $0.address != nil && first[$0.id] == $0.place }
        return repetitions(of: addressed, by: \.address?.template.shape).map { first, second in
            second.fault(
                .doubledAddress,
                "the route \(second.name) has the address of the route \(first.name) of module "
                    + "\(first.place.module) (\(first.place))")
        }
    }

    private var handlers: [HandlerDeclaration] { modules.flatMap(\.handlers) }

    /// The elements that have the key of an earlier one, each with that one.
    private func repetitions<Element, Key: Hashable>(
        of elements: [Element], by key: (Element) -> Key
    ) -> [(first: Element, second: Element)] {
        var seen: [Key: Element] = [:]
        return elements.compactMap { element in
            guard let first = seen[key(element)] else {
                seen[key(element)] = element
                return nil
            }
            return (first, element)
        }
    }
}

extension HandlerDeclaration {
    fileprivate func fault(
        _ code: DeclarationFault.Code, _ message: String
    ) -> DeclarationFault {
        DeclarationFault(code, message, at: place)
    }
}
