/// The head of a response: status, header fields, where it came from.
public struct HTTPResponseHead: Sendable {
    /// The status code, 100 to 599.
    public let status: Int
    /// The protocol's version: `1.0`, `1.1`, `2`.
    public let version: String
    /// The header fields.
    public let headers: HTTPHeaders
    /// The address that answered, after redirects.
    public let url: HTTPURL

    /// A head as a gateway or a stub makes it.
    public init(status: Int, version: String = "1.1", headers: HTTPHeaders = [:], url: HTTPURL) {
        self.status = status
        self.version = version
        self.headers = headers
        self.url = url
    }
}

/// A whole response, as a request's handler gets it.
public struct HTTPResponse: Sendable {
    /// Status and header fields.
    public let head: HTTPResponseHead
    /// The body, decompressed; empty when it went to a file.
    public let bytes: [UInt8]
    /// The file that holds the body; `nil` when it did not go to one.
    public let file: HTTPFile?
    /// What the exchange took.
    public let timings: HTTPTimings

    /// A response as a gateway or a stub makes it.
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
    /// The body as UTF-8 text, with replacement characters where it is none.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// A file into which a body was written: whole, verified and in its place.
public struct HTTPFile: Hashable, Sendable {
    /// Where it is.
    public let path: String
    /// How many bytes it has.
    public let length: Int64
    /// How many of them were there already, from an attempt that was broken off.
    public let resumedFrom: Int64

    /// A file as a gateway or a stub reports it.
    public init(path: String, length: Int64, resumedFrom: Int64 = 0) {
        self.path = path
        self.length = length
        self.resumedFrom = resumedFrom
    }
}

/// How long the phases of an exchange's last attempt took, each counted from its start.
public struct HTTPTimings: Hashable, Sendable {
    /// Until the name was resolved.
    public var resolved: Duration = .zero
    /// Until the connection was there; equal to `resolved` on a reused one.
    public var connected: Duration = .zero
    /// Until TLS was there; zero without TLS.
    public var secured: Duration = .zero
    /// Until the first byte of the response.
    public var firstByte: Duration = .zero
    /// Until the last byte of the response.
    public var total: Duration = .zero
    /// Whether a connection was made for it.
    public var isNewConnection = false

    /// Timings of nothing.
    public init() {}
}
