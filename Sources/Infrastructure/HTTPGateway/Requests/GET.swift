/// The bytes at a path.
///
/// The standard requests are written as any user's: look here for how little one takes.
public struct GET: HTTPRequest {
    /// The path behind the host's.
    public let path: String
    /// The query.
    public let query: [HTTPQueryItem]
    /// Header fields.
    public let headers: HTTPHeaders
    /// The most bytes to accept.
    public let limit: Int

    /// Reads what is at `path`.
    public init(
        _ path: String = "", query: [HTTPQueryItem] = [], headers: HTTPHeaders = [:],
        limit: Int = 16 << 20
    ) {
        self.path = path
        self.query = query
        self.headers = headers
        self.limit = limit
    }

    /// Memory, at most `limit` bytes.
    public var destination: HTTPDestination<[UInt8]> { .memory(limit: limit) }
    /// The body.
    public func handle(_ response: HTTPResponse) -> [UInt8] { response.bytes }
}

/// The head of what is at a path, without its body.
public struct HEAD: HTTPRequest {
    /// The path behind the host's.
    public let path: String
    /// The query.
    public let query: [HTTPQueryItem]
    /// Header fields.
    public let headers: HTTPHeaders

    /// Reads the head of what is at `path`.
    public init(_ path: String = "", query: [HTTPQueryItem] = [], headers: HTTPHeaders = [:]) {
        self.path = path
        self.query = query
        self.headers = headers
    }

    /// HEAD.
    public var method: HTTPMethod { .head }
    /// The head.
    public func handle(_ response: HTTPResponse) -> HTTPResponseHead { response.head }
}
