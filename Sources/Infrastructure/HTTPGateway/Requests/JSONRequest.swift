import Foundation

/// Sends a value as JSON, and decodes the response from JSON.
///
/// A response that cannot be decoded fails the request with `.handlerFailed`.
///
/// The value and the response are coded by `JSONEncoder` and `JSONDecoder` with their default
/// strategies. The response is held in memory, at most 16 MiB.
public struct JSONRequest<Output: Decodable & Sendable>: HTTPRequest {
    /// The method.
    public let method: HTTPMethod
    /// The path, appended to the path of the host.
    public let path: String
    /// The query items.
    public let query: [HTTPQueryItem]
    /// The header fields, which request JSON.
    public var headers: HTTPHeaders { ["Accept": "application/json"] }
    /// The encoded value.
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
    /// - Throws: any error of encoding `value`.
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

    /// Decodes the value in the body.
    public func handle(_ response: HTTPResponse) throws -> Output {
        try JSONDecoder().decode(Output.self, from: Data(response.bytes))
    }
}

extension HTTPBody {
    /// A value encoded as JSON.
    public static func json(_ value: some Encodable) throws -> HTTPBody {
        // Not JSONWriter: the type of the value decides how it is encoded.
        .bytes(Array(try JSONEncoder().encode(value)), type: "application/json")
    }
}
