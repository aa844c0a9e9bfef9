/// The destination of the body of an accepted response.
///
/// The body of a refused response has no destination: at most its first 64 KiB are kept in memory,
/// for `HTTPRequest.failure(_:of:)`. `HTTPOptions.bodyLimit` applies to every destination.
public enum HTTPDestination<Output: Sendable>: Sendable {
    /// Collects the body in memory and passes it to the request's handler.
    ///
    /// A body of more than `limit` bytes, decompressed, fails with `.bodyTooLarge`.
    case memory(limit: Int = 16 << 20)
    /// Writes the body to a file and passes the file to the request's handler.
    case file(HTTPFileTarget)
    /// Passes the body piece by piece to a reader, which makes outputs while the body arrives.
    ///
    /// See `HTTPStreamRequest`.
    case reader(@Sendable (HTTPResponseHead) throws -> any HTTPBodyReader<Output>)
}

/// Reads a body piece by piece, on the scheduler of the request.
///
/// While a reader is busy, the transfer is paused: at most a window of 256 KiB is in flight.
///
/// Each accepted response has a reader of its own, and `finish` is called only after a complete
/// body. An `HTTPError` that the reader throws ends the request with this error; any other error
/// becomes the cause of a `.handlerFailed`.
public protocol HTTPBodyReader<Output>: AnyObject {
    /// The type that the reader makes of the body.
    associatedtype Output: Sendable
    /// Reads the next piece and returns the outputs that it completes.
    func read(_ bytes: [UInt8]) throws -> [Output]
    /// Handles the end of the body and returns the outputs that it completes.
    func finish() throws -> [Output]
}

/// The file that a body is downloaded to.
///
/// The bytes are written to a temporary file in the same folder, which replaces the file at `path`
/// when the body is complete and verified. Until then, and after a failed or cancelled transfer,
/// `path` is as it was. A failure of the disk fails the request with `.fileFailed`. A digest is
/// computed while the bytes arrive; a download that is resumed first reads the bytes that it has.
public struct HTTPFileTarget: Sendable {
    /// The path of the complete file; its folder must exist.
    public let path: String
    /// The file's length, if it is known beforehand; another length fails with `.contentMismatch`.
    public let length: Int64?
    /// A digest with the expected value; other content fails with `.contentMismatch`.
    public let digest: (any ContentDigest)?
    /// The largest accepted file size, in bytes.
    public let limit: Int64
    /// Whether an interrupted download keeps its bytes, so that the next one can resume.
    ///
    /// The bytes and a note about them are stored beside the file, under hidden names that
    /// `DurableFolder.sweep` removes. The note is written every few MiB, so a killed process loses
    /// no more than that.
    public let isResumable: Bool
    /// The identity of the content, if the service can name it; `nil` for the rules of plain HTTP.
    ///
    /// Without an identity, a download is resumed only at the same address, and only if the server
    /// sent a strong entity tag, or a modification date that is strong (RFC 9110, 8.8.2.2).
    public let identity: (any ContentIdentity)?

    /// Creates a target at `path`.
    public init(
        path: String, length: Int64? = nil, digest: (any ContentDigest)? = nil,
        limit: Int64 = 1 << 40, isResumable: Bool = false,
        identity: (any ContentIdentity)? = nil
    ) {
        self.path = path
        self.length = length
        self.digest = digest
        self.limit = limit
        self.isResumable = isResumable
        self.identity = identity
    }
}

/// A running digest of a file's bytes, which holds the expected value.
///
/// ```swift
/// struct BlockDigest: ContentDigest {
///     let expected: [UInt8]
///     var name: String { "block digest" }
///     mutating func update(_ bytes: UnsafeRawBufferPointer) { … }
///     var isExpected: Bool { … }
/// }
/// ```
///
/// The target holds the digest before the first byte; each download works on a copy.
public protocol ContentDigest: Sendable {
    /// The name for messages, such as `SHA-256`.
    var name: String { get }
    /// Adds the next bytes of the file; called on the gateway's own threads.
    mutating func update(_ bytes: UnsafeRawBufferPointer)
    /// Whether the bytes so far are the expected content.
    var isExpected: Bool { get }
}

/// The identity of a file's content in the service's terms: a revision with a length, or a digest.
///
/// A download with an identity can be resumed from any address and whatever entity tag the server
/// sends. Therefore the request has to pin the version (for example by its revision), and
/// `identifies(_:)` has to compare the version that each response states.
public protocol ContentIdentity: Sendable {
    /// A text that is equal for two downloads exactly if their bytes are the same.
    var key: String { get }
    /// Whether a response, whole or partial, is of this content.
    ///
    /// If it is not, the download ends with `.contentMismatch`, and the bytes received so far are
    /// discarded.
    func identifies(_ head: HTTPResponseHead) -> Bool
    /// Whether a refused response means that the range lies outside the content; 416 by default.
    ///
    /// The bytes received so far are then discarded, and the next download starts from the
    /// beginning.
    func isUnsatisfiableRange(_ response: HTTPResponse) -> Bool
}

extension ContentIdentity {
    /// Whether the status is 416.
    public func isUnsatisfiableRange(_ response: HTTPResponse) -> Bool { response.status == 416 }
}
