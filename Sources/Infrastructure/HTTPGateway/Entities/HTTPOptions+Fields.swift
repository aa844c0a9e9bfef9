extension HTTPOptions {
    /// The settings themselves; `nil` leaves one to the levels below, and at last to its default.
    package struct Fields: Sendable, Equatable {
        package var headers = HTTPHeaders()
        package var query: [HTTPQueryItem] = []
        package var credential: Credential?
        package var connectTimeout: Duration?
        package var firstByteTimeout: Duration?
        package var idleTimeout: Duration?
        package var deadline: Duration?
        package var totalDeadline: Duration?
        package var minimumRate: Int?
        package var tls: HTTPTrust?
        package var redirects: Int?
        package var proxy: HTTPProxy?
        package var version: HTTPVersion?
        package var acceptsCompression: Bool?
        package var allowsUnframedBody: Bool?
        package var headerLimit: Int?
        package var bodyLimit: Int64?
        package var retry: HTTPRetry?
        package var priority: HTTPPriority?
        package var progressInterval: Duration?
        package var bandwidth: HTTPBandwidth?
        package var control: HTTPTransferControl?

        func over(_ below: Fields) -> Fields {
            var merged = below
            merged.headers = below.headers.merging(headers)
            merged.query = below.query + query
            func put<Value>(_ path: WritableKeyPath<Fields, Value?>) {
                if let value = self[keyPath: path] { merged[keyPath: path] = value }
            }
            put(\.credential)
            put(\.connectTimeout)
            put(\.firstByteTimeout)
            put(\.idleTimeout)
            put(\.deadline)
            put(\.totalDeadline)
            put(\.minimumRate)
            put(\.tls)
            put(\.redirects)
            put(\.proxy)
            put(\.version)
            put(\.acceptsCompression)
            put(\.allowsUnframedBody)
            put(\.headerLimit)
            put(\.bodyLimit)
            put(\.retry)
            put(\.priority)
            put(\.progressInterval)
            put(\.bandwidth)
            put(\.control)
            return merged
        }
    }
}

extension HTTPOptions {
    /// Header fields.
    public var headers: HTTPHeaders {
        get { box?.fields.headers ?? HTTPHeaders() }
        set { fields.headers = newValue }
    }
    /// A query that goes before the request's own.
    public var query: [HTTPQueryItem] {
        get { box?.fields.query ?? [] }
        set { fields.query = newValue }
    }
    /// The secret that proves who asks; see `Credential` for where it goes.
    public var credential: Credential? {
        get { box?.fields.credential }
        set { fields.credential = newValue }
    }
    /// How long resolving, connecting and TLS may take together; 15 s.
    public var connectTimeout: Duration? {
        get { box?.fields.connectTimeout }
        set { fields.connectTimeout = newValue }
    }
    /// How long the first byte of a response may take once the request is sent; `idleTimeout`.
    public var firstByteTimeout: Duration? {
        get { box?.fields.firstByteTimeout }
        set { fields.firstByteTimeout = newValue }
    }
    /// How long a transfer may move nothing, and the window over which `minimumRate` is measured; 30 s.
    ///
    /// A transfer that moves nothing for so long, or fewer bytes than `minimumRate` allows in one
    /// window, ends with `.stalled`. Both are looked at twice a second.
    public var idleTimeout: Duration? {
        get { box?.fields.idleTimeout }
        set { fields.idleTimeout = newValue }
    }
    /// How long one attempt may take, from subscription to the last byte, redirects and waiting for
    /// a connection included; no limit.
    public var deadline: Duration? {
        get { box?.fields.deadline }
        set { fields.deadline = newValue }
    }
    /// How long a host's request may take in all: its attempts, and every wait before and between
    /// them; no limit.
    ///
    /// A gateway alone does not use it.
    public var totalDeadline: Duration? {
        get { box?.fields.totalDeadline }
        set { fields.totalDeadline = newValue }
    }
    /// Bytes a second that a transfer has to move at least, on average over `idleTimeout`; 100.
    public var minimumRate: Int? {
        get { box?.fields.minimumRate }
        set { fields.minimumRate = newValue }
    }
    /// Whom to trust; the system's roots.
    public var tls: HTTPTrust? {
        get { box?.fields.tls }
        set { fields.tls = newValue }
    }
    /// How many redirects a safe request follows; 5.
    ///
    /// Never to another scheme than http and https, never from https to http, and to another origin
    /// without credential and without fields of its own.
    public var redirects: Int? {
        get { box?.fields.redirects }
        set { fields.redirects = newValue }
    }
    /// The proxy; none, whatever the environment says.
    public var proxy: HTTPProxy? {
        get { box?.fields.proxy }
        set { fields.proxy = newValue }
    }
    /// The protocol's version; 1.1.
    public var version: HTTPVersion? {
        get { box?.fields.version }
        set { fields.version = newValue }
    }
    /// Whether to ask for gzip, brotli and zstd and unpack them; only for bodies to memory and
    /// readers.
    ///
    /// Limits count what comes out. A compressed body that was not asked for is `.badEncoding`.
    public var acceptsCompression: Bool? {
        get { box?.fields.acceptsCompression }
        set { fields.acceptsCompression = newValue }
    }
    /// Whether to take a body that only the connection's close ends; no, since a part looks like the whole.
    public var allowsUnframedBody: Bool? {
        get { box?.fields.allowsUnframedBody }
        set { fields.allowsUnframedBody = newValue }
    }
    /// The most bytes of header fields in a response; 64 KiB.
    public var headerLimit: Int? {
        get { box?.fields.headerLimit }
        set { fields.headerLimit = newValue }
    }
    /// The most bytes of a body, decompressed, wherever it goes; the destination's limit holds too.
    public var bodyLimit: Int64? {
        get { box?.fields.bodyLimit }
        set { fields.bodyLimit = newValue }
    }
    /// Whether and how an `APIHost` sends a request again; see `HTTPRetry`.
    ///
    /// A gateway alone never does.
    public var retry: HTTPRetry? {
        get { box?.fields.retry }
        set { fields.retry = newValue }
    }
    /// Who goes first where requests wait for a connection; normal.
    public var priority: HTTPPriority? {
        get { box?.fields.priority }
        set { fields.priority = newValue }
    }
    /// How often to report progress; never.
    public var progressInterval: Duration? {
        get { box?.fields.progressInterval }
        set { fields.progressInterval = newValue }
    }
    /// The most bytes a second; no limit.
    ///
    /// For a change while it runs, see `HTTPTransferControl`.
    public var bandwidth: HTTPBandwidth? {
        get { box?.fields.bandwidth }
        set { fields.bandwidth = newValue }
    }
    /// The handle that pauses, resumes and cancels this call's transfer.
    public var control: HTTPTransferControl? {
        get { box?.fields.control }
        set { fields.control = newValue }
    }
}
