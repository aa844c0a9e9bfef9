public import HTTPGateway

/// What a stub answers, and how fast.
public struct StubResponse: Sendable {
    /// The status.
    public var status: Int
    /// The header fields; a length is added unless there is one, or `isFramed` is off.
    public var headers: HTTPHeaders
    /// The body.
    public var body: [UInt8]
    /// How long until the head comes, on the scheduler's clock.
    public var delay: Duration
    /// Bytes of the body a second; `nil` is all at once.
    public var rate: Int?
    /// After how many bytes of the body the connection breaks; `nil` is never.
    public var breaksAfter: Int?
    /// Whether the body has an announced end.
    public var isFramed: Bool

    /// An answer.
    public init(
        _ status: Int = 200, headers: HTTPHeaders = [:], body: [UInt8] = [],
        delay: Duration = .zero,
        rate: Int? = nil, breaksAfter: Int? = nil, isFramed: Bool = true
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.delay = delay
        self.rate = rate
        self.breaksAfter = breaksAfter
        self.isFramed = isFramed
    }

    /// An answer with a text.
    public static func text(_ text: String, status: Int = 200, headers: HTTPHeaders = [:])
        -> StubResponse
    {
        StubResponse(status, headers: headers, body: Array(text.utf8))
    }

    /// A redirect.
    public static func redirect(_ status: Int = 302, to location: String) -> StubResponse {
        StubResponse(status, headers: ["Location": location])
    }
}

/// What a stub was asked, as a server would have seen it.
public struct StubCall: Sendable {
    /// The method.
    public let method: HTTPMethod
    /// The address.
    public let url: HTTPURL
    /// The header fields, the credential's included.
    public let headers: HTTPHeaders
    /// The body.
    public let body: [UInt8]

    /// A call as a test's own server makes it.
    public init(method: HTTPMethod, url: HTTPURL, headers: HTTPHeaders = [:], body: [UInt8] = []) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}

/// Answers calls: what a test scripts, or a small model of a server.
public protocol ResponseSimulator: AnyObject {
    /// The answer to a call; an error fails the transfer.
    func respond(to call: StubCall) throws -> StubResponse
}
