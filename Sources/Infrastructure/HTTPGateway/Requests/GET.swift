/// Reads the bytes of a resource.
///
/// The standard requests use only public API; they are examples for requests of your own.
///
/// A body of more than `limit` bytes, 16 MiB by default, fails with `.bodyTooLarge`.
public struct GET: HTTPRequest {
    /// The path, appended to the path of the host.
    public let path: String
    /// The query items.
    public let query: [HTTPQueryItem]
    /// The header fields.
    public let headers: HTTPHeaders
    /// The largest accepted body, in bytes.
    public let limit: Int

    /// Reads the resource at `path`.
    public init(
        _ path: String = "", query: [HTTPQueryItem] = [], headers: HTTPHeaders = [:],
        limit: Int = 16 << 20
    ) {
        self.path = path
        self.query = query
        self.headers = headers
        self.limit = limit
    }

    /// The destination: memory, at most `limit` bytes.
    public var destination: HTTPDestination<[UInt8]> { .memory(limit: limit) }
    /// Returns the bytes of the body.
    public func handle(_ response: HTTPResponse) -> [UInt8] { response.bytes }
}

/// Reads the head of a resource, without its body.
///
/// A length in the head is that of the body that a `GET` would receive (RFC 9110, 9.3.2).
public struct HEAD: HTTPRequest {
    /// The path, appended to the path of the host.
    public let path: String
    /// The query items.
    public let query: [HTTPQueryItem]
    /// The header fields.
    public let headers: HTTPHeaders

    /// Reads the head of the resource at `path`.
    public init(_ path: String = "", query: [HTTPQueryItem] = [], headers: HTTPHeaders = [:]) {
        self.path = path
        self.query = query
        self.headers = headers
    }

    /// The method HEAD.
    public var method: HTTPMethod { .head }
    /// Returns the head of the response.
    public func handle(_ response: HTTPResponse) -> HTTPResponseHead { response.head }
}
