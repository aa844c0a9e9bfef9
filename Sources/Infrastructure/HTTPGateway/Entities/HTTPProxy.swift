import TextFormats

/// A proxy server.
///
/// `HTTPOptions.proxy` sends requests through it. A credential is then sent to https addresses
/// only: to http, even on a loopback address, the request fails with `.insecureCredential`.
/// `socks5h` is SOCKS 5 (RFC 1928), where the proxy resolves the names of servers.
public struct HTTPProxy: Hashable, Sendable {
    /// The address: `http://`, `https://` or `socks5h://`, a host, and optionally a port.
    ///
    /// The default port is 443 for https, and 1080 otherwise. Any other address, such as one with a
    /// user or a path, makes a request fail with `.invalidRequest`.
    public var url: String
    /// The user name, if the proxy requires one.
    public var user: String?
    /// The password, if the proxy requires one; it is never printed.
    public var password: Secret?

    /// Creates a proxy at `url`.
    public init(url: String, user: String? = nil, password: Secret? = nil) {
        self.url = url
        self.user = user
        self.password = password
    }

    /// Returns the origin that the address names.
    ///
    /// - Throws: `HTTPError` with `.invalidRequest` for an address that is not a proxy's.
    package func origin() throws(HTTPError) -> HTTPOrigin {
        do {
            return try URLParser.parseProxy(Array(url.utf8))
        } catch {
            throw HTTPError(.invalidRequest, "invalid proxy address: \(error.reason)")
        }
    }

    /// Passes the password, as it is and as it is sent, to the redaction of a log.
    package func hide(by redaction: (String) -> Void) {
        guard let password else { return }
        redaction(Base64.text(of: "\(user ?? ""):\(password.text)".utf8))
        redaction(password.text)
    }

    /// A text that is never printed.
    public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
        CustomReflectable
    {
        package let text: String
        /// Creates a secret from `text`.
        public init(_ text: String) { self.text = text }
        /// A placeholder without the text.
        public var description: String { "Secret(…)" }
        /// A placeholder without the text.
        public var debugDescription: String { description }
        /// An empty mirror.
        public var customMirror: Mirror { Mirror(self, children: []) }
    }
}
