/// A proxy.
public struct HTTPProxy: Hashable, Sendable {
    /// Its address, `http://`, `https://` or `socks5h://`, a host, and its port unless that is 1080, with https 443.
    ///
    /// Another address, also one with a user or a path, makes a request `.invalidRequest`.
    public var url: String
    /// The name for it, if it wants one.
    public var user: String?
    /// The credential for it; a password, kept like every other.
    public var password: Secret?

    /// A proxy at `url`.
    public init(url: String, user: String? = nil, password: Secret? = nil) {
        self.url = url
        self.user = user
        self.password = password
    }

    /// What its address says.
    package func origin() throws(HTTPError) -> HTTPOrigin {
        do {
            return try URLParser.parseProxy(Array(url.utf8))
        } catch {
            throw HTTPError(.invalidRequest, "the proxy's address is not usable: \(error.reason)")
        }
    }

    /// Text that never prints.
    public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
        CustomReflectable
    {
        package let text: String
        /// Keeps `text` from being printed.
        public init(_ text: String) { self.text = text }
        /// Not the text.
        public var description: String { "Secret(…)" }
        /// Not the text.
        public var debugDescription: String { description }
        /// Nothing.
        public var customMirror: Mirror { Mirror(self, children: []) }
    }
}
