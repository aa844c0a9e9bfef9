/// Where the body of an accepted response goes.
public enum HTTPDestination<Output: Sendable>: Sendable {
    /// Into memory, then to the request's handler; more than `limit` bytes, decompressed, are `.bodyTooLarge`.
    case memory(limit: Int = 16 << 20)
    /// Into a file, then to the request's handler.
    case file(HTTPFileTarget)
    /// Piece by piece to a reader, which makes outputs while the body arrives; see `HTTPStreamRequest`.
    case reader(@Sendable (HTTPResponseHead) throws -> any HTTPBodyReader<Output>)
}

/// Reads a body piece by piece, on the scheduler that asked.
///
/// The connection stands still while a reader is busy: no more than a window of 256 KiB is under way.
public protocol HTTPBodyReader<Output>: AnyObject {
    /// What it makes of the body.
    associatedtype Output: Sendable
    /// Takes the next piece, and returns the outputs that are complete with it.
    func read(_ bytes: [UInt8]) throws -> [Output]
    /// Takes the body's end, and returns the outputs that are complete with it.
    func finish() throws -> [Output]
}

/// A file that a body is downloaded to.
public struct HTTPFileTarget: Hashable, Sendable {
    /// Where the file goes when it is whole; its folder must exist.
    public let path: String
    /// Its length, when it is known beforehand; another one is `.contentMismatch`.
    public let length: Int64?
    /// The SHA-256 of its content, when it is known beforehand; another one is `.contentMismatch`.
    public let sha256: [UInt8]?
    /// The largest file to accept.
    public let limit: Int64
    /// Whether a download that breaks off leaves its bytes behind for the next one to go on from.
    ///
    /// It goes on at the same address only, and only where the server's strong entity tag is still
    /// the same. The bytes and a note about them wait beside the file, under hidden names that
    /// `DurableFolder.sweep` takes.
    public let isResumable: Bool

    /// A target at `path`.
    public init(
        path: String, length: Int64? = nil, sha256: [UInt8]? = nil, limit: Int64 = 1 << 40,
        isResumable: Bool = false
    ) {
        self.path = path
        self.length = length
        self.sha256 = sha256
        self.limit = limit
        self.isResumable = isResumable
    }
}
