/// The loopback address of a server.
package enum LoopbackAddress: String, Sendable {
    /// The IPv4 address 127.0.0.1.
    case four = "127.0.0.1"
    /// The IPv6 address ::1.
    case six = "[::1]"
}
