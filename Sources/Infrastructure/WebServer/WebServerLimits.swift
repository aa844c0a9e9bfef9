/// The limits on the size of requests, the number of connections, and the time of clients.
///
/// A request that exceeds a limit gets a response with the status that the limit states, and its
/// connection ends. A deadline may be late by the shortest of the three times.
package struct WebServerLimits: Sendable {
    /// The size of the names and values in a request's head, including its target; else 431.
    package var headBytes = 16 << 10
    /// The number of fields in a request's head; else 431.
    package var headFields = 64
    /// The size of a request's body; else 413.
    package var bodyBytes = 64 << 10
    /// The number of connections.
    ///
    /// A further connection replaces the one that has waited longest for a complete request, or
    /// else the oldest one without a session. If all others are being served, it gets 503.
    package var connections = 256
    /// The number of connections of a guest that are served at the same time; else 503.
    package var guestConnections = 64
    /// The number of connections that all guests together leave to the owner; else 503.
    package var ownerConnections = 64
    /// The time for a request's head, from the start of the connection or the previous response.
    ///
    /// A new connection without a request gets 408 then. A connection that was used ends without a
    /// response. A client has the same time to close its side after the last response.
    package var headTime = Duration.seconds(15)
    /// The time for a request's body, after its head; else 408.
    package var bodyTime = Duration.seconds(60)
    /// The time for which a client may read nothing of a response; then the connection is closed.
    package var stallTime = Duration.seconds(30)

    /// Creates the limits that suit a page for a few users of this machine.
    package init() {}

    /// The shortest of the times, after which each connection is examined again.
    var shortestTime: Duration { min(headTime, bodyTime, stallTime) }
}
