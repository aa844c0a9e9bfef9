import WebServer

/// The address at which browsers see the server: its own, or that of the proxy in front of it.
struct ServedOrigin: Hashable, Sendable {
    /// The scheme, the host and the port, as the `Origin` field of a browser states them.
    let text: String
    /// The path below which the paths of the server are; empty for the root.
    let prefix: String
    /// The port, with which the cookie is named.
    let port: Int

    /// The origin of a server that browsers open directly.
    init(_ address: WebServerConfiguration.Address = .loopback, port: Int) {
        // A browser omits the standard port.
        text = "http://" + address.urlHost + (port == 80 ? "" : ":\(port)")
        prefix = ""
        self.port = port
    }

    /// The origin of a proxy.
    init(_ proxy: ProxyAddress) {
        text = proxy.origin
        prefix = proxy.prefix
        port = proxy.port
    }

    /// Whether browsers send the cookie by TLS only.
    var isSecure: Bool { text.hasPrefix("https:") }

    /// The path of a request without the prefix, which some proxies remove and others keep.
    ///
    /// - Returns: `nil` for the prefix alone: relative addresses would not be below it.
    func path(of path: String) -> String? {
        guard !prefix.isEmpty, path.hasPrefix(prefix) else { return path }
        let rest = path.dropFirst(prefix.count)
        if rest.isEmpty { return nil }
        return rest.hasPrefix("/") ? String(rest) : path
    }
}
