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

    /// Returns the route with the parameters of an address.
    func route(of text: AddressText) throws(RouteError) -> any AddressableRoute {
        try route.route(of: text)
    }
}

/// The parts of the address that do not depend on the type.
extension AddressableRoute {
    fileprivate static var path: String { address.path }
    fileprivate static var access: RouteAccess { address.access }
    fileprivate static var template: RouteTemplate { address.template }
    fileprivate static var faults: [String] { address.faults }

    fileprivate static func route(of text: AddressText) throws(RouteError) -> any AddressableRoute {
        try address.route(segments: text.segments, query: text.query)
    }
}
