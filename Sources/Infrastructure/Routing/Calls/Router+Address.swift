extension Router {
    /// Returns the route that an address leads to.
    ///
    /// An address is `path?key=value&key=value`, with or without a slash at the beginning, in ASCII
    /// and percent-encoded. It leads to a route that a module serves.
    ///
    /// - Parameters:
    ///   - address: the address.
    ///   - isConfirmed: whether the user agrees to this call, if the route writes.
    /// - Throws: `RouteError`, which names the parameter that is wrong.
    public func route(
        at address: String, isConfirmed: Bool = false
    ) throws(RouteError) -> any AddressableRoute {
        let text = try AddressText(address)
        for declaration in addresses {
            guard let route = try declaration.route(of: text) else { continue }
            guard declaration.access == .reads || isConfirmed else {
                throw RouteError(.unconfirmed, route: declaration.name)
            }
            return route
        }
        throw RouteError(.unknownAddress, route: nil)
    }

    /// Returns the parents of the route of an address, outermost first, and then the route itself.
    ///
    /// A page that is opened by an address gets the same way back as one that was reached step by
    /// step.
    ///
    /// ```swift
    /// let path = try router.path(to: "feed/IMG_1")  // ShowFeed(), ShowPhoto(photo: "IMG_1")
    /// ```
    ///
    /// - Throws: `RouteError`, as `route(at:isConfirmed:)`.
    public func path(
        to address: String, isConfirmed: Bool = false
    ) throws(RouteError) -> [any AddressableRoute] {
        var path = [try route(at: address, isConfirmed: isConfirmed)]
        while let parent = path[0].parent { path.insert(parent, at: 0) }
        return path
    }
}
