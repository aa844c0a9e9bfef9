/// Scheme, host and port: the scope of a credential, and the boundary for redirects.
public struct HTTPOrigin: Hashable, Sendable, CustomStringConvertible {
    /// The scheme: `http` or `https`, or for a proxy also `socks5h`.
    public let scheme: String
    /// The host in lower case; an IPv6 address is in brackets.
    public let host: String
    /// The port; the scheme's default if the address leaves it out.
    public let port: Int

    /// Whether the connection uses TLS.
    public let isSecure: Bool
    /// Whether the host is a loopback address or `localhost`; no name is resolved.
    public let isLoopback: Bool
    /// Whether the host is an address or `localhost`, so that no name has to be resolved.
    package let needsNoResolver: Bool

    /// The hash of the three parts, computed once: origins are looked up for every request.
    private let digest: Int

    init(scheme: String, host: String, port: Int) {
        var hasher = Hasher()
        hasher.combine(scheme)
        hasher.combine(host)
        hasher.combine(port)
        digest = hasher.finalize()
        self.scheme = scheme
        self.host = host
        self.port = port
        isSecure = scheme == "https"
        let address = Self.address(host)
        isLoopback = host == "localhost" || host == "[::1]" || address?.first == 127
        needsNoResolver = isLoopback || host.hasPrefix("[") || address != nil
    }

    /// Two origins are equal if their schemes, hosts and ports are equal.
    public static func == (left: Self, right: Self) -> Bool {
        left.digest == right.digest && left.port == right.port && left.host == right.host
            && left.scheme == right.scheme
    }

    /// Hashes scheme, host and port.
    public func hash(into hasher: inout Hasher) { hasher.combine(digest) }

    /// Returns the four numbers of an IPv4 address; `nil` for any other text.
    private static func address(_ host: String) -> [UInt8]? {
        let parts = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4, parts.allSatisfy({ (1...3).contains($0.count) }) else { return nil }
        let numbers = parts.compactMap { $0.allSatisfy(\.isDigit) ? UInt8(Substring($0)) : nil }
        return numbers.count == 4 ? numbers : nil
    }

    /// Whether a credential may be sent to this origin, if no proxy is in between.
    public var isTrustworthy: Bool { isSecure || isLoopback }

    /// The origin as `scheme://host:port`.
    public var description: String { "\(scheme)://\(host):\(port)" }
}
