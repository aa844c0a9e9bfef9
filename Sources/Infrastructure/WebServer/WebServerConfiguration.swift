package import Logging
import NIOCore

/// The address, the accepted hosts and the limits of a `WebServer`.
package struct WebServerConfiguration: Sendable {
    /// An address that the server listens on.
    package struct Address: Hashable, Sendable {
        /// The IPv4 address 127.0.0.1, which only programs on the same machine can reach.
        package static let loopback = Address(host: "127.0.0.1")
        /// The IPv6 address ::1, which only programs on the same machine can reach.
        package static let loopback6 = Address(host: "::1")

        /// The address in its usual form.
        package let host: String

        private init(host: String) { self.host = host }

        /// Parses a numeric IPv4 or IPv6 address; `nil` for every other text, such as a name.
        package init?(_ text: String) {
            guard let host = try? SocketAddress(ipAddress: text, port: 0).ipAddress else {
                return nil
            }
            self.init(host: host)
        }

        /// Whether only programs on the same machine can reach the address.
        package var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }

        /// The address as the host of a URL, which has an IPv6 address in brackets.
        package var urlHost: String { host.contains(":") ? "[\(host)]" : host }
    }

    /// The address that the server listens on.
    package var address = Address.loopback
    /// The port; 0 selects a free one.
    package var port = 0
    /// The hosts that a request may name.
    package var hosts = AllowedHosts()
    /// Whether handlers run on the event loops of their connections, instead of Swift's cooperative
    /// threads.
    ///
    /// It saves two context switches for each request. The handlers must then neither compute for
    /// long nor block, such as those that only wait for a scheduler.
    package var runsHandlersOnLoops = false
    /// The limits for clients.
    package var limits = WebServerLimits()
    /// Returns the sender of a request by its `Cookie` field; by default, each one is an owner.
    ///
    /// It is called on the event loops, for the head of each request.
    package var visitor: @Sendable (_ cookie: String?) -> WebVisitor = { _ in .owner }
    /// The destination of the errors that handlers throw; nothing is logged by default.
    package var logger = Logger(label: "photopark.web", factory: { _ in SwiftLogNoOpLogHandler() })

    /// Creates the configuration of a server on any free port of 127.0.0.1.
    package init() {}
}
