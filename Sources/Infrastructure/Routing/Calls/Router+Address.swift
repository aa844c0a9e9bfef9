public import Signals

extension Router {
    /// Returns the route that an address leads to.
    ///
    /// An address is `path?key=value&key=value`, with or without a slash at the beginning, in ASCII
    /// and percent-encoded. It leads to a route that a module serves, and whose access is
    /// `external`. A route that writes also needs a confirmation, which this call redeems.
    ///
    /// - Throws: `RouteError`, which names the parameter that is wrong.
    public func route(
        at address: String, confirmedBy confirmation: RouteConfirmation? = nil
    ) throws(RouteError) -> any AddressableRoute {
        let (route, access) = try externalRoute(at: address)
        guard access == .external(.writes) else { return route }
        let canonical = try route.addressText()
        guard let confirmation, confirmations.use(confirmation, for: canonical) else {
            throw RouteError(.unconfirmed, route: type(of: route).name)
        }
        return route
    }

    /// Returns the parents of the route of an address, outermost first, and then the route itself.
    ///
    /// A page that is opened by an address gets the same way back as one that was reached step by
    /// step. All routes of the path are external, and the parents only read.
    ///
    /// ```swift
    /// let path = try router.path(to: "feed/IMG_1")  // ShowFeed(), ShowPhoto(photo: "IMG_1")
    /// ```
    ///
    /// - Throws: `RouteError`, as `route(at:confirmedBy:)`; `loop` if the parents do not end after
    ///   16 routes.
    public func path(
        to address: String, confirmedBy confirmation: RouteConfirmation? = nil
    ) throws(RouteError) -> [any AddressableRoute] {
        let last = try route(at: address, confirmedBy: confirmation)
        var path = [last]
        while let parent = path[0].parent {
            let name = type(of: parent).name
            guard path.count < Self.mostParents else { throw RouteError(.loop, route: name) }
            guard parent.access == .external(.reads) else {
                throw RouteError(.notExternal, route: name)
            }
            path.insert(parent, at: 0)
        }
        return path
    }

    /// Calls the route that an address leads to.
    ///
    /// - Parameters:
    ///   - address: the address, as for `route(at:confirmedBy:)`.
    ///   - output: the output that the caller handles. A route with another output fails with
    ///     `wrongOutput`.
    ///   - confirmation: the consent of the user, for a route that writes.
    public func open<Output: Sendable>(
        _ address: String, as output: Output.Type,
        confirmedBy confirmation: RouteConfirmation? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) -> BoundSignal<Output, RouteError> {
        do throws(RouteError) {
            let route = try route(at: address, confirmedBy: confirmation)
            guard let typed = route as? any Route<Output> else {
                throw RouteError(.wrongOutput, route: type(of: route).name)
            }
            return call(typed, file: file, line: line)
        } catch {
            return failing(error)
        }
    }

    /// Issues a confirmation for a route that writes; called when the user has agreed.
    ///
    /// The confirmation is valid once, for this address and this router, until 64 later
    /// confirmations have been issued.
    ///
    /// - Throws: `RouteError` if the address leads to no external route.
    public func confirm(_ address: String) throws(RouteError) -> RouteConfirmation {
        confirmations.issue(for: try externalRoute(at: address).route.addressText())
    }

    private func externalRoute(
        at address: String
    ) throws(RouteError) -> (route: any AddressableRoute, access: RouteAccess) {
        let text = try AddressText(address, in: index)
        let declaration = addresses[text.route]
        guard declaration.access.isExternal else {
            throw RouteError(.notExternal, route: declaration.name)
        }
        return (try declaration.route(of: text), declaration.access)
    }

    /// The maximum number of routes of a path.
    private static var mostParents: Int { 16 }
}

extension AddressableRoute {
    /// The access to this type of route.
    fileprivate var access: RouteAccess { Self.address.access }
}
