public import HTTPGateway

/// The response of a stub, with its timing.
public struct StubResponse: Sendable {
    /// The status code.
    public var status: Int
    /// The header fields; a length is added unless there is one or `isFramed` is false.
    public var headers: HTTPHeaders
    /// The bytes of the body.
    public var body: [UInt8]
    /// The time until the head arrives, on the scheduler's clock.
    public var delay: Duration
    /// The rate of the body in bytes per second; `nil` sends it all at once.
    public var rate: Int?
    /// The number of bytes of the body after which the connection breaks; `nil` for never.
    public var breaksAfter: Int?
    /// Whether the body has an announced end.
    public var isFramed: Bool
    /// The largest number of bytes of the body that arrive at once.
    public var piece = 16_384

    /// Creates a response.
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

    /// A response with a text.
    public static func text(_ text: String, status: Int = 200, headers: HTTPHeaders = [:])
        -> StubResponse
    {
        StubResponse(status, headers: headers, body: Array(text.utf8))
    }

    /// A redirect to `location`.
    public static func redirect(_ status: Int = 302, to location: String) -> StubResponse {
        StubResponse(status, headers: ["Location": location])
    }
}

/// A request that a stub received, as a server would have seen it.
public struct RecordedRequest: Sendable {
    /// The request's method.
    public let method: HTTPMethod
    /// The request's address.
    public let url: HTTPURL
    /// The header fields, including that of the credential.
    public let headers: HTTPHeaders
    /// The bytes of the request's body.
    public let body: [UInt8]

    /// Creates a call, as a test's own server does.
    public init(method: HTTPMethod, url: HTTPURL, headers: HTTPHeaders = [:], body: [UInt8] = []) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}

/// Responds to calls: a script of a test, or a small model of a server.
public protocol ResponseSimulator: AnyObject {
    /// Returns the response to a call; an error that it throws fails the transfer.
    func respond(to call: RecordedRequest) throws -> StubResponse
}
