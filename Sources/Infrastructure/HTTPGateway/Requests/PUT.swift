/// Replaces the resource at a path with a body.
public struct PUT: HTTPRequest {
    /// The path behind the host's.
    public let path: String
    /// The query.
    public let query: [HTTPQueryItem]
    /// Header fields.
    public let headers: HTTPHeaders
    /// What is sent.
    public let body: HTTPBody

    /// PUT `body` at `path`; the output is the response as it is.
    public init(
        _ path: String = "", query: [HTTPQueryItem] = [], headers: HTTPHeaders = [:],
        body: HTTPBody = .none
    ) {
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }

    /// PUT.
    public var method: HTTPMethod { .put }
    /// The response.
    public func handle(_ response: HTTPResponse) -> HTTPResponse { response }
}
