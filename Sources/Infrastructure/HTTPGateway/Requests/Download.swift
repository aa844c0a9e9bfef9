/// What is at a path, into a file: whole and verified, or not at all.
public struct Download: HTTPRequest {
    /// The path behind the host's.
    public let path: String
    /// The query.
    public let query: [HTTPQueryItem]
    /// Header fields.
    public let headers: HTTPHeaders
    /// Where the file goes, and what is known about it.
    public let target: HTTPFileTarget

    /// Fetches what is at `path` into `target`.
    public init(
        _ path: String = "", query: [HTTPQueryItem] = [], headers: HTTPHeaders = [:],
        to target: HTTPFileTarget
    ) {
        self.path = path
        self.query = query
        self.headers = headers
        self.target = target
    }

    /// The file.
    public var destination: HTTPDestination<HTTPFile> { .file(target) }

    /// The file, in its place.
    public func handle(_ response: HTTPResponse) throws -> HTTPFile {
        guard let file = response.file else {
            throw HTTPError(.handlerFailed, "the response has no file", phase: .handling)
        }
        return file
    }
}

/// What is at a path, piece by piece as it arrives.
public struct StreamedGET: HTTPStreamRequest {
    /// A piece.
    public typealias Output = [UInt8]

    /// The path behind the host's.
    public let path: String
    /// The query.
    public let query: [HTTPQueryItem]
    /// Header fields.
    public let headers: HTTPHeaders

    /// Reads what is at `path` in pieces of the network's choice.
    public init(_ path: String = "", query: [HTTPQueryItem] = [], headers: HTTPHeaders = [:]) {
        self.path = path
        self.query = query
        self.headers = headers
    }

    /// Passes the pieces on.
    public func makeReader(_ head: HTTPResponseHead) -> any HTTPBodyReader<[UInt8]> { Pieces() }

    private final class Pieces: HTTPBodyReader {
        func read(_ bytes: [UInt8]) -> [[UInt8]] { [bytes] }
        func finish() -> [[UInt8]] { [] }
    }
}
