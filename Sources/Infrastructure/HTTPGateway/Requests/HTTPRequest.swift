/// What to send, where the response goes, and what to make of it.
///
/// A request type is a value; adding one touches nothing in the gateway:
///
/// ```swift
/// struct ListFolder: HTTPRequest {
///     let folder: String
///     var method: HTTPMethod { .post }
///     var path: String { "2/files/list_folder" }
///     var body: HTTPBody { .text("{\"path\": …}", type: "application/json") }
///     func handle(_ response: HTTPResponse) throws -> FeedPage { try FeedPage(json: response.bytes) }
/// }
/// ```
public protocol HTTPRequest<Output>: Sendable {
    /// What the response is turned into.
    associatedtype Output: Sendable

    /// The method.
    var method: HTTPMethod { get }
    /// The path behind the host's, not encoded; empty for the host's own.
    var path: String { get }
    /// The query.
    var query: [HTTPQueryItem] { get }
    /// Header fields; they go over those of the options.
    var headers: HTTPHeaders { get }
    /// The body.
    var body: HTTPBody { get }
    /// Options that go with this kind of request; they go over those of the host, and the call's over them.
    var options: HTTPOptions { get }
    /// Whether sending it twice is as good as once; the method tells, unless the service knows better.
    var isRepeatable: Bool { get }
    /// The statuses whose response is the output; any other one ends in `failure(of:_:)`.
    var accepted: HTTPStatusSet { get }
    /// Where the body of an accepted response goes.
    var destination: HTTPDestination<Output> { get }

    /// Turns an accepted response into the output, on the scheduler that asked.
    ///
    /// What it throws arrives as `.handlerFailed` with the request's context, an `HTTPError` as it is.
    func handle(_ response: HTTPResponse) throws -> Output

    /// The cause of the failure that a refused response is, as the service tells it in the body.
    ///
    /// - Returns: `error`, or another one made of it and the response.
    func failure(_ error: HTTPError, of response: HTTPResponse) -> HTTPError
}

extension HTTPRequest {
    /// GET.
    public var method: HTTPMethod { .get }
    /// The host's own path.
    public var path: String { "" }
    /// No query.
    public var query: [HTTPQueryItem] { [] }
    /// No fields.
    public var headers: HTTPHeaders { HTTPHeaders() }
    /// Nothing.
    public var body: HTTPBody { .none }
    /// None.
    public var options: HTTPOptions { HTTPOptions() }
    /// What the method says.
    public var isRepeatable: Bool { method.isIdempotent }
    /// 200 to 299.
    public var accepted: HTTPStatusSet { .successful }
    /// Memory, at most 16 MiB.
    public var destination: HTTPDestination<Output> { .memory() }
    /// The error as it is.
    public func failure(_ error: HTTPError, of response: HTTPResponse) -> HTTPError { error }
}

/// A request whose response makes outputs while it arrives: an event stream, a long list.
public protocol HTTPStreamRequest: HTTPRequest {
    /// Makes the reader of one response's body.
    func makeReader(_ head: HTTPResponseHead) throws -> any HTTPBodyReader<Output>
}

extension HTTPStreamRequest {
    /// The reader.
    public var destination: HTTPDestination<Output> { .reader { try makeReader($0) } }

    /// The last output of a response that is there as a whole, as a cache or a stub has it.
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

    /// The codes in these ranges.
    public init(_ ranges: ClosedRange<Int>...) { self.ranges = ranges }

    /// The codes of a literal.
    public init(arrayLiteral codes: Int...) { ranges = codes.map { $0...$0 } }

    private init(ranges: [ClosedRange<Int>]) { self.ranges = ranges }

    /// 200 to 299.
    public static let successful = HTTPStatusSet(200...299)

    /// Whether it holds `status`.
    public func contains(_ status: Int) -> Bool { ranges.contains { $0.contains(status) } }

    /// The codes of both.
    public func union(_ other: HTTPStatusSet) -> HTTPStatusSet {
        HTTPStatusSet(ranges: ranges + other.ranges)
    }
}
