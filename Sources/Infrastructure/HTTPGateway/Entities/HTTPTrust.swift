/// Whom a connection with TLS trusts.
///
/// Verification cannot be switched off but for this machine itself.
public struct HTTPTrust: Hashable, Sendable {
    /// Which certificate authorities are believed.
    public enum Roots: Hashable, Sendable {
        /// The system's.
        case system
        /// Those in a PEM file, and no others.
        case file(String)
        /// These, in PEM, and no others.
        case pem([UInt8])
        /// Anybody who answers on this machine's loopback addresses; `.invalidRequest` for any other host.
        case anyOnLoopback
    }

    /// Which certificate authorities are believed.
    public var roots: Roots
    /// SHA-256 hashes of public keys, one of which the server must have besides a valid certificate; in Base64.
    public var pinnedKeys: [String]

    /// Trust in `roots`, narrowed by `pinnedKeys` if there are any.
    public init(roots: Roots = .system, pinnedKeys: [String] = []) {
        self.roots = roots
        self.pinnedKeys = pinnedKeys
    }
}

/// A proxy.
public struct HTTPProxy: Hashable, Sendable {
    /// Its address, `http://`, `https://` or `socks5h://`.
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

/// Which versions of HTTP may be spoken.
public enum HTTPVersion: Hashable, Sendable {
    /// HTTP/1.1.
    case http1
    /// HTTP/2 over TLS where the server offers it and the transfer library is known to be safe with it
    /// (libcurl 8.0.1 and later: older ones can take an aborted body for a whole one), else HTTP/1.1.
    case http2
}

/// Who goes first where requests wait for a connection.
public enum HTTPPriority: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// Behind all others.
    case low
    /// As usual.
    case normal
    /// Before all others.
    case high

    /// Whether `left` waits for `right`.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The most bytes a second in each direction; `nil` is no limit.
public struct HTTPBandwidth: Hashable, Sendable {
    /// Bytes a second to the server.
    public var upload: Int64?
    /// Bytes a second from the server.
    public var download: Int64?

    /// A limit.
    public init(upload: Int64? = nil, download: Int64? = nil) {
        self.upload = upload
        self.download = download
    }
}

/// Whether and how a host sends a request again that failed and may be repeated.
public struct HTTPRetry: Hashable, Sendable {
    /// How often a request is sent at most.
    public var attempts: Int
    /// The longest wait before the second attempt; each further one doubles it.
    ///
    /// The wait is drawn evenly from between half of that and all of it, so that many do not come back
    /// at once, and that all attempts together bridge at least half of the longest time.
    public var firstDelay: Duration
    /// The longest wait; a server may ask for longer ones, up to its pacer's `longestPause`.
    public var longestDelay: Duration

    /// A retry policy; by default 4 attempts, from 500 ms, to at most 30 s.
    public init(
        attempts: Int = 4, firstDelay: Duration = .milliseconds(500),
        longestDelay: Duration = .seconds(30)
    ) {
        self.attempts = attempts
        self.firstDelay = firstDelay
        self.longestDelay = longestDelay
    }

    /// Each request is sent once.
    public static let never = HTTPRetry(attempts: 1)
}
