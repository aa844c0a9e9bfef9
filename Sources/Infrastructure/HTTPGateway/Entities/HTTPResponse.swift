/// The head of a response: status, header fields and address.
public struct HTTPResponseHead: Sendable {
    /// The status code, 100 to 599.
    public let status: Int
    /// The protocol version: `1.0`, `1.1` or `2`.
    public let version: String
    /// The header fields.
    public let headers: HTTPHeaders
    /// The address that responded, after redirects.
    public let url: HTTPURL

    /// Creates a head, as a gateway or a stub does.
    public init(status: Int, version: String = "1.1", headers: HTTPHeaders = [:], url: HTTPURL) {
        self.status = status
        self.version = version
        self.headers = headers
        self.url = url
    }
}

/// A complete response, as it is passed to a request's handler.
public struct HTTPResponse: Sendable {
    /// The status and the header fields.
    public let head: HTTPResponseHead
    /// The body, decompressed; empty if it was written to a file.
    public let bytes: [UInt8]
    /// The file that contains the body; `nil` if the body was not written to one.
    public let file: HTTPFile?
    /// The timings of the exchange.
    public let timings: HTTPTimings

    /// Creates a response, as a gateway or a stub does.
    public init(
        head: HTTPResponseHead, bytes: [UInt8] = [], file: HTTPFile? = nil,
        timings: HTTPTimings = HTTPTimings()
    ) {
        self.head = head
        self.bytes = bytes
        self.file = file
        self.timings = timings
    }

    /// The status code.
    public var status: Int { head.status }
    /// The header fields.
    public var headers: HTTPHeaders { head.headers }
    /// The body as UTF-8 text; invalid bytes become replacement characters.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// A file with a downloaded body: complete, verified and at its final path.
public struct HTTPFile: Hashable, Sendable {
    /// The file's path.
    public let path: String
    /// The file's length in bytes.
    public let length: Int64
    /// The number of bytes that an earlier, interrupted attempt had left.
    public let resumedFrom: Int64

    /// Creates a file, as a gateway or a stub reports it.
    public init(path: String, length: Int64, resumedFrom: Int64 = 0) {
        self.path = path
        self.length = length
        self.resumedFrom = resumedFrom
    }
}

/// The timings of an exchange's last attempt, each counted from its start.
public struct HTTPTimings: Hashable, Sendable {
    /// The time until the name was resolved.
    public var resolved: Duration = .zero
    /// The time until the connection was established; equal to `resolved` on a reused one.
    public var connected: Duration = .zero
    /// The time until the TLS handshake ended; zero without TLS.
    public var secured: Duration = .zero
    /// The time until the first byte of the response.
    public var firstByte: Duration = .zero
    /// The time until the last byte of the response.
    public var total: Duration = .zero
    /// Whether a new connection was made for the request.
    public var isNewConnection = false

    /// Creates timings that are all zero.
    public init() {}
}
