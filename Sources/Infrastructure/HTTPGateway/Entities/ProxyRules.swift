/// The choice of a proxy for each server.
///
/// A proxy that is given applies to every server. The proxies of the environment apply by scheme,
/// except to the servers that `no_proxy` lists, and to this machine itself.
package struct ProxyRules: Sendable, Equatable {
    /// The proxy of every server; `nil` for the proxies by scheme.
    package var given: HTTPProxy?
    /// The proxy of servers with `http`.
    package var http: HTTPProxy?
    /// The proxy of servers with `https`.
    package var https: HTTPProxy?
    /// The servers without a proxy by scheme: `*`, or names, each with its subdomains.
    ///
    /// A name may have a leading period and a port.
    package var exceptions: [String]

    /// Creates rules; without arguments, no server has a proxy.
    package init(
        given: HTTPProxy? = nil, http: HTTPProxy? = nil, https: HTTPProxy? = nil,
        exceptions: [String] = []
    ) {
        self.given = given
        self.http = http
        self.https = https
        self.exceptions = exceptions
    }

    /// Whether no server has a proxy.
    package var isEmpty: Bool { given == nil && http == nil && https == nil }

    /// Returns the proxy for the server at `origin`; `nil` for a direct connection.
    package func proxy(for origin: HTTPOrigin) -> HTTPProxy? {
        if let given { return given }
        guard !origin.isLoopback, !exceptions.contains(where: { Self.covers($0, origin) }) else {
            return nil
        }
        return origin.isSecure ? https : http
    }

    private static func covers(_ exception: String, _ origin: HTTPOrigin) -> Bool {
        if exception == "*" { return true }
        var name = exception.lowercased()[...]
        if let colon = name.lastIndex(of: ":"), let port = Int(name[name.index(after: colon)...]),
            !name[..<colon].contains(":") || name[..<colon].hasSuffix("]")
        {
            guard port == origin.port else { return false }
            name = name[..<colon]
        }
        if name.hasPrefix("*.") { name = name.dropFirst() }
        if name.hasPrefix(".") { name = name.dropFirst() }
        guard !name.isEmpty else { return false }
        return origin.host == name || origin.host == "[\(name)]"
            || origin.host.hasSuffix(".\(name)")
    }
}
