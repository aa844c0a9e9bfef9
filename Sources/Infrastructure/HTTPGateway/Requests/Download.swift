/// Downloads a resource into a file, complete and verified or not at all.
///
/// It fails with `.contentMismatch` if the length, the digest or the identity of the target
/// differs, with `.bodyTooLarge` beyond the limit of the target, and with `.fileFailed` if the disk
/// fails. See `HTTPFileTarget` for the file and the resuming of a download.
public struct Download: HTTPRequest {
    /// The path, appended to the path of the host.
    public let path: String
    /// The query items.
    public let query: [HTTPQueryItem]
    /// The header fields.
    public let headers: HTTPHeaders
    /// The target file, and the properties it is checked against.
    public let target: HTTPFileTarget

    /// Downloads the resource at `path` into `target`.
    public init(
        _ path: String = "", query: [HTTPQueryItem] = [], headers: HTTPHeaders = [:],
        to target: HTTPFileTarget
    ) {
        self.path = path
        self.query = query
        self.headers = headers
        self.target = target
    }

    /// The destination: the target file.
    public var destination: HTTPDestination<HTTPFile> { .file(target) }

    /// Returns the file at its final path.
    public func handle(_ response: HTTPResponse) throws -> HTTPFile {
        guard let file = response.file else {
            throw HTTPError(.handlerFailed, "the response has no file", phase: .handling)
        }
        return file
    }
}

/// Reads a resource piece by piece as it arrives.
///
/// The pieces are sent on the scheduler of the request. While their subscriber is busy, at most 256
/// KiB are in flight. Only `HTTPOptions.bodyLimit` limits their sum. A host does not repeat the
/// request after the first piece, so a broken connection then fails the signal.
public struct StreamingGET: HTTPStreamRequest {
    /// The output, one piece of the body.
    public typealias Output = [UInt8]

    /// The path, appended to the path of the host.
    public let path: String
    /// The query items.
    public let query: [HTTPQueryItem]
    /// The header fields.
    public let headers: HTTPHeaders

    /// Reads the resource at `path` in pieces whose size the network determines.
    public init(_ path: String = "", query: [HTTPQueryItem] = [], headers: HTTPHeaders = [:]) {
        self.path = path
        self.query = query
        self.headers = headers
    }

    /// Makes a reader that passes the pieces on.
    public func makeReader(_ head: HTTPResponseHead) -> any HTTPBodyReader<[UInt8]> { Pieces() }

    private final class Pieces: HTTPBodyReader {
        func read(_ bytes: [UInt8]) -> [[UInt8]] { [bytes] }
        func finish() -> [[UInt8]] { [] }
    }
}
