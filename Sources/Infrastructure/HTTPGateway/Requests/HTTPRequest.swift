/// A request: the message to send, the destination of the response, and its handler.
///
/// A request type is a value. A new one requires no change in the gateway:
///
/// ```swift
/// struct ListFolder: HTTPRequest {
///     let folder: String
///     var method: HTTPMethod { .post }
///     var path: String { "folder" }
///     var body: HTTPBody { .text("{\"path\": …}", type: "application/json") }
///     func handle(_ response: HTTPResponse) throws -> FeedPage {
///         try FeedPage(json: response.bytes)
///     }
/// }
/// ```
public protocol HTTPRequest<Output>: Sendable {
    /// The type that the response is turned into.
    associatedtype Output: Sendable

    /// The method.
    var method: HTTPMethod { get }
    /// The path, not encoded, appended to the path of the host; empty for the host's own path.
    var path: String { get }
    /// The query items.
    var query: [HTTPQueryItem] { get }
    /// The header fields; they override those of the options.
    var headers: HTTPHeaders { get }
    /// The body that is sent.
    var body: HTTPBody { get }
    /// The options of this kind of request, over those of the host and below those of the call.
    var options: HTTPOptions { get }
    /// Whether sending it twice has the same effect as once; by default, the method decides.
    var isRepeatable: Bool { get }
    /// The statuses whose response becomes the output; any other status leads to `failure(_:of:)`.
    var accepted: HTTPStatusSet { get }
    /// The destination of the body of an accepted response.
    var destination: HTTPDestination<Output> { get }

    /// Turns an accepted response into the output, on the scheduler of the request.
    ///
    /// An `HTTPError` that it throws is passed on with the request's context. Any other error
    /// becomes the cause of a `.handlerFailed`.
    func handle(_ response: HTTPResponse) throws -> Output

    /// Refines the error of a refused response by the service's own error message in the body.
    ///
    /// - Returns: `error`, or another error that is made of it and the response.
    func failure(_ error: HTTPError, of response: HTTPResponse) -> HTTPError
}

extension HTTPRequest {
    /// The method GET, the default.
    public var method: HTTPMethod { .get }
    /// The path of the host itself, the default.
    public var path: String { "" }
    /// An empty query, the default.
    public var query: [HTTPQueryItem] { [] }
    /// No header fields, the default.
    public var headers: HTTPHeaders { HTTPHeaders() }
    /// An empty body, the default.
    public var body: HTTPBody { .none }
    /// Empty options, the default.
    public var options: HTTPOptions { HTTPOptions() }
    /// Whether the method is idempotent, the default.
    public var isRepeatable: Bool { method.isIdempotent }
    /// The statuses 200 to 299, the default.
    public var accepted: HTTPStatusSet { .successful }
    /// Memory of at most 16 MiB, the default.
    public var destination: HTTPDestination<Output> { .memory() }
    /// Returns the error unchanged, the default.
    public func failure(_ error: HTTPError, of response: HTTPResponse) -> HTTPError { error }
}

/// A request whose response makes outputs while it arrives, such as an event stream.
///
/// The gateway makes the reader when the head of an accepted response has arrived. The reader and
/// the signal run on the scheduler of the request. An error of `makeReader(_:)` ends the request as
/// one of `handle(_:)` does. After the first output, a host does not repeat the request.
public protocol HTTPStreamRequest: HTTPRequest {
    /// Makes the reader of one response's body.
    func makeReader(_ head: HTTPResponseHead) throws -> any HTTPBodyReader<Output>
}

extension HTTPStreamRequest {
    /// The destination: the reader that `makeReader` makes.
    public var destination: HTTPDestination<Output> { .reader { try makeReader($0) } }

    /// Returns the last output of a complete response, as a cache or a stub has it.
    public func handle(_ response: HTTPResponse) throws -> Output {
        let reader = try makeReader(response.head)
        let outputs = try reader.read(response.bytes) + reader.finish()
        guard let last = outputs.last else {
            throw HTTPError(.handlerFailed, "the stream ended without an output", phase: .handling)
        }
        return last
    }
}

/// A set of status codes.
public struct HTTPStatusSet: Hashable, Sendable, ExpressibleByArrayLiteral {
    private let ranges: [ClosedRange<Int>]

    /// Creates the set of the codes in these ranges.
    public init(_ ranges: ClosedRange<Int>...) { self.ranges = ranges }

    /// Creates the set of the codes of a literal.
    public init(arrayLiteral codes: Int...) { ranges = codes.map { $0...$0 } }

    private init(ranges: [ClosedRange<Int>]) { self.ranges = ranges }

    /// The successful statuses, 200 to 299.
    public static let successful = HTTPStatusSet(200...299)

    /// Whether the set contains `status`.
    public func contains(_ status: Int) -> Bool { ranges.contains { $0.contains(status) } }

    /// Returns the codes of both sets.
    public func union(_ other: HTTPStatusSet) -> HTTPStatusSet {
        HTTPStatusSet(ranges: ranges + other.ranges)
    }
}
