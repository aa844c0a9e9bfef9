/// The access to a route by an address from outside of the program, such as an argument or a link.
public enum RouteAccess: Hashable, Sendable {
    /// The effect of a route.
    public enum Effect: Hashable, Sendable {
        /// The route only reads and shows.
        case reads
        /// The route changes something, and needs a confirmation for each call by an address.
        case writes
    }

    /// No address leads to the route; its address is only printed.
    case program
    /// Addresses lead to the route.
    case external(Effect)

    /// Whether an address leads to the route.
    public var isExternal: Bool { self != .program }
}
