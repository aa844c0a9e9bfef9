/// The address of a type of route, independent of the type.
struct AddressDeclaration: Sendable {
    private let route: any AddressableRoute.Type

    init?(_ route: any Route.Type) {
        guard let route = route as? any AddressableRoute.Type else { return nil }
        self.route = route
    }

    var name: String { route.name }
    var path: String { route.path }
    var access: RouteAccess { route.access }
    var template: RouteTemplate { route.template }
    var faults: [String] { route.faults }

    /// Returns the route of an address; `nil` if its path is another one.
    func route(of text: AddressText) throws(RouteError) -> (any AddressableRoute)? {
        guard let parameters = template.parameters(of: text.path) else { return nil }
        guard parameters.allSatisfy(RouteTemplate.isSegment) else {
            throw RouteError(.malformed, route: nil)
        }
        return try route.route(segments: parameters, query: text.query)
    }
}

/// The parts of the address that do not depend on the type.
extension AddressableRoute {
    fileprivate static var path: String { address.path }
    fileprivate static var access: RouteAccess { address.access }
    fileprivate static var template: RouteTemplate { address.template }
    fileprivate static var faults: [String] { address.faults }

    fileprivate static func route(
        segments: [String], query: [(key: String, value: String)]
    ) throws(RouteError) -> any AddressableRoute {
        try address.route(segments: segments, query: query)
    }
}
