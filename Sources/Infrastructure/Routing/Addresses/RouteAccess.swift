/// The effect of a route that an address from outside of the program calls.
public enum RouteAccess: String, Sendable {
    /// The route only reads and shows.
    case reads
    /// The route changes something, and needs the consent of the user for each call by an address.
    case writes
}
