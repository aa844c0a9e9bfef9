import Foundation

/// Sends a value as JSON, and reads one from the response.
public struct JSONRequest<Output: Decodable & Sendable>: HTTPRequest {
    /// The method.
    public let method: HTTPMethod
    /// The path behind the host's.
    public let path: String
    /// The query.
    public let query: [HTTPQueryItem]
    /// Asks for JSON.
    public var headers: HTTPHeaders { ["Accept": "application/json"] }
    /// The value that is sent.
    public let body: HTTPBody

    /// Reads an `Output` from `path`.
    public init(_ path: String, query: [HTTPQueryItem] = [], output: Output.Type = Output.self) {
        method = .get
        self.path = path
        self.query = query
        body = .none
    }

    /// Sends `value` to `path`, and reads an `Output` from the response.
    ///
    /// - Throws: what encoding `value` throws.
    public init(
        _ method: HTTPMethod = .post, _ path: String, query: [HTTPQueryItem] = [],
        sending value: some Encodable,
        output: Output.Type = Output.self
    ) throws {
        self.method = method
        self.path = path
        self.query = query
        body = try .json(value)
    }

    /// The value in the body.
    public func handle(_ response: HTTPResponse) throws -> Output {
        try JSONDecoder().decode(Output.self, from: Data(response.bytes))
    }
}

extension HTTPBody {
    /// A value as JSON.
    public static func json(_ value: some Encodable) throws -> HTTPBody {
        .bytes(Array(try JSONEncoder().encode(value)), type: "application/json")
    }
}
