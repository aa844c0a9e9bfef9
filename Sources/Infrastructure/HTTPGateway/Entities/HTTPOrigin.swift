/// Scheme, host and port: what a credential is bound to, and what a redirect may leave.
public struct HTTPOrigin: Hashable, Sendable, CustomStringConvertible {
    /// `http` or `https`.
    public let scheme: String
    /// The host, lower case; an IPv6 address is in brackets.
    public let host: String
    /// The port, also where the address leaves it out.
    public let port: Int

    /// Whether the bytes go through TLS.
    public let isSecure: Bool
    /// Whether the host is this machine by its address or as `localhost`; nothing is looked up.
    public let isLoopback: Bool
    /// Whether the host is an address or `localhost`, so that nothing has to be resolved.
    package let needsNoResolver: Bool

    init(scheme: String, host: String, port: Int) {
        self.scheme = scheme
        self.host = host
        self.port = port
        isSecure = scheme == "https"
        isLoopback = host == "localhost" || host == "[::1]" || Self.isLoopbackAddress(host)
        needsNoResolver =
            isLoopback || host.hasPrefix("[")
            || host.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
    }

    private static func isLoopbackAddress(_ host: String) -> Bool {
        let parts = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0].elementsEqual("127".utf8)
            && parts.allSatisfy { (1...3).contains($0.count) && $0.allSatisfy(\.isDigit) }
    }

    /// Whether a credential may be sent there.
    public var isTrustworthy: Bool { isSecure || isLoopback }

    /// `scheme://host:port`.
    public var description: String { "\(scheme)://\(host):\(port)" }
}
