/// The sender of a request, as far as the limits of connections distinguish senders.
package enum WebVisitor: Hashable, Sendable {
    /// Served as long as there is a connection.
    case owner
    /// One of several guests, each with a number; limited by `WebServerLimits.guestConnections`.
    case guest(Int)
    /// Without a session, so that it needs short responses only.
    ///
    /// If all connections are being served, a new one replaces the oldest one without a session.
    case unknown

    /// Whether the visitor is a guest.
    var isGuest: Bool { if case .guest = self { true } else { false } }
}
