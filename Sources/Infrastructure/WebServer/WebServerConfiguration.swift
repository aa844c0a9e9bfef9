package import Logging

/// The address, the accepted hosts and the limits of a `WebServer`.
package struct WebServerConfiguration: Sendable {
    /// The address that the server listens on.
    ///
    /// Only programs on the same machine can reach it.
    package enum Address: Sendable {
        /// The IPv4 address 127.0.0.1.
        case loopback
        /// The IPv6 address ::1.
        case loopback6

        var host: String {
            switch self {
            case .loopback: "127.0.0.1"
            case .loopback6: "::1"
            }
        }
    }

    /// The address that the server listens on.
    package var address = Address.loopback
    /// The port; 0 selects a free one.
    package var port = 0
    /// The hosts that a request may name.
    package var hosts = AllowedHosts()
    /// The limits for clients.
    package var limits = WebServerLimits()
    /// The destination of the errors that handlers throw; nothing is logged by default.
    package var logger = Logger(label: "photopark.web", factory: { _ in SwiftLogNoOpLogHandler() })

    /// Creates the configuration of a server on any free port of 127.0.0.1.
    package init() {}
}
