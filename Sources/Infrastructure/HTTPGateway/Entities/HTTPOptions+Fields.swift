extension HTTPOptions {
    /// The settings themselves.
    ///
    /// A setting that is `nil` is taken from the levels below, and finally from its default.
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
        package var tls: TLSTrust?
        package var sendsCredentialOverHTTP: Bool?
        package var redirects: Int?
        package var proxy: HTTPProxy?
        package var version: HTTPVersion?
        package var acceptsCompression: Bool?
        package var allowsUnframedBody: Bool?
        package var headerLimit: Int?
        package var bodyLimit: Int64?
        package var retry: HTTPRetryPolicy?
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
            put(\.sendsCredentialOverHTTP)
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
    /// Query items that precede those of the request.
    public var query: [HTTPQueryItem] {
        get { box?.fields.query ?? [] }
        set { fields.query = newValue }
    }
    /// The secret that authenticates the request; see `Credential` for its recipients.
    public var credential: Credential? {
        get { box?.fields.credential }
        set { fields.credential = newValue }
    }
    /// The time limit for resolving, connecting and TLS together; 15 s by default.
    public var connectTimeout: Duration? {
        get { box?.fields.connectTimeout }
        set { fields.connectTimeout = newValue }
    }
    /// The time limit for the first byte of a response after the request was sent.
    ///
    /// It is `idleTimeout` by default.
    public var firstByteTimeout: Duration? {
        get { box?.fields.firstByteTimeout }
        set { fields.firstByteTimeout = newValue }
    }
    /// The time limit for a transfer that moves nothing; also the window of `minimumRate`.
    ///
    /// A transfer that moves nothing for this time, or fewer bytes in one window than `minimumRate`
    /// requires, ends with `.stalled`. Both limits are checked twice a second. The default is 30 s.
    public var idleTimeout: Duration? {
        get { box?.fields.idleTimeout }
        set { fields.idleTimeout = newValue }
    }
    /// The time limit of one attempt, from subscription to the last byte; unlimited by default.
    ///
    /// It includes redirects and the wait for a connection.
    public var deadline: Duration? {
        get { box?.fields.deadline }
        set { fields.deadline = newValue }
    }
    /// The time limit of a host's request, including all attempts and waits; unlimited by default.
    ///
    /// Only an `APIHost` applies it; a gateway ignores it.
    public var totalDeadline: Duration? {
        get { box?.fields.totalDeadline }
        set { fields.totalDeadline = newValue }
    }
    /// The lowest average rate of a transfer over `idleTimeout`, in bytes per second.
    ///
    /// The default is 100.
    public var minimumRate: Int? {
        get { box?.fields.minimumRate }
        set { fields.minimumRate = newValue }
    }
    /// The trust settings of TLS; the system's roots by default.
    public var tls: TLSTrust? {
        get { box?.fields.tls }
        set { fields.tls = newValue }
    }
    /// Whether a credential may be sent over http to another machine; false by default.
    ///
    /// Everybody on the way can read and use it, and change what is sent and received.
    public var sendsCredentialOverHTTP: Bool? {
        get { box?.fields.sendsCredentialOverHTTP }
        set { fields.sendsCredentialOverHTTP = newValue }
    }
    /// The number of redirects that a safe request follows; 5 by default.
    ///
    /// Redirects are followed to http and https only, and never from https to http. To another
    /// origin, they carry neither the credential nor the request's own fields.
    public var redirects: Int? {
        get { box?.fields.redirects }
        set { fields.redirects = newValue }
    }
    /// The proxy; none by default, whatever the environment variables are.
    public var proxy: HTTPProxy? {
        get { box?.fields.proxy }
        set { fields.proxy = newValue }
    }
    /// The protocol version; HTTP/1.1 by default.
    public var version: HTTPVersion? {
        get { box?.fields.version }
        set { fields.version = newValue }
    }
    /// Whether to request gzip, brotli and zstd and to decompress them; false by default.
    ///
    /// It applies to bodies in memory and to readers, not to files. Limits count decompressed
    /// bytes. A compressed body that was not requested fails with `.badEncoding`.
    public var acceptsCompression: Bool? {
        get { box?.fields.acceptsCompression }
        set { fields.acceptsCompression = newValue }
    }
    /// Whether to accept a body that ends only with the connection; false by default.
    ///
    /// The end of such a body is unreliable: a truncated body looks complete.
    public var allowsUnframedBody: Bool? {
        get { box?.fields.allowsUnframedBody }
        set { fields.allowsUnframedBody = newValue }
    }
    /// The largest size of a response's header fields, in bytes; 64 KiB by default.
    public var headerLimit: Int? {
        get { box?.fields.headerLimit }
        set { fields.headerLimit = newValue }
    }
    /// The largest size of a body, decompressed, for any destination; unlimited by default.
    ///
    /// The limit of the destination applies too.
    public var bodyLimit: Int64? {
        get { box?.fields.bodyLimit }
        set { fields.bodyLimit = newValue }
    }
    /// The retry policy of an `APIHost`; see `HTTPRetryPolicy`.
    ///
    /// A gateway never retries by itself.
    public var retry: HTTPRetryPolicy? {
        get { box?.fields.retry }
        set { fields.retry = newValue }
    }
    /// The priority among requests that wait for a connection; normal by default.
    public var priority: HTTPPriority? {
        get { box?.fields.priority }
        set { fields.priority = newValue }
    }
    /// The interval between progress events; by default none are sent.
    public var progressInterval: Duration? {
        get { box?.fields.progressInterval }
        set { fields.progressInterval = newValue }
    }
    /// The bandwidth limit; unlimited by default.
    ///
    /// To change the limit during a transfer, use `HTTPTransferControl`.
    public var bandwidth: HTTPBandwidth? {
        get { box?.fields.bandwidth }
        set { fields.bandwidth = newValue }
    }
    /// The handle that pauses, resumes and cancels the transfer of this call.
    public var control: HTTPTransferControl? {
        get { box?.fields.control }
        set { fields.control = newValue }
    }
}
