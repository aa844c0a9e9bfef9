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
public struct HTTPFileTarget: Sendable {
    /// Where the file goes when it is whole; its folder must exist.
    public let path: String
    /// Its length, when it is known beforehand; another one is `.contentMismatch`.
    public let length: Int64?
    /// A digest that knows what the content must be; other content is `.contentMismatch`.
    public let digest: (any ContentDigest)?
    /// The largest file to accept.
    public let limit: Int64
    /// Whether a download that breaks off leaves its bytes behind for the next one to go on from.
    ///
    /// The bytes and a note about them stay beside the file, under hidden names that
    /// `DurableFolder.sweep` removes. The note is written every few MiB, so that a killed process
    /// loses no more than those.
    public let isResumable: Bool
    /// What the bytes are, where the service can name them; `nil` for the rule of plain HTTP.
    ///
    /// Without an identity a download is resumed at the same address only, and only where the server
    /// told a strong entity tag, or a modification date that is strong (RFC 9110, 8.8.2.2).
    public let identity: (any ContentIdentity)?

    /// A target at `path`.
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

/// A running digest of a file's bytes, which knows the one that they must have.
///
/// ```swift
/// struct BlockDigest: ContentDigest {
///     let expected: [UInt8]
///     var name: String { "block digest" }
///     mutating func update(_ bytes: UnsafeRawBufferPointer) { … }
///     var isExpected: Bool { value == expected }
/// }
/// ```
///
/// The target holds it before the first byte; each download works on a copy.
public protocol ContentDigest: Sendable {
    /// What messages call it: `SHA-256`.
    var name: String { get }
    /// Takes the next bytes of the file; on the gateway's own threads.
    mutating func update(_ bytes: UnsafeRawBufferPointer)
    /// Whether the bytes so far are the content that was promised.
    var isExpected: Bool { get }
}

/// What a file's bytes are, as a service names them: a revision with a length, or a digest.
///
/// A download with an identity is resumed wherever its bytes come from, and whatever entity tag the
/// server tells. So the request has to pin the version (for example by its revision), and
/// `identifies(_:)` has to compare what each response says about itself.
public protocol ContentIdentity: Sendable {
    /// A text that two downloads share exactly when their bytes are the same.
    var key: String { get }
    /// Whether a response, of the whole or of a part, is of this content.
    ///
    /// One that is not ends the download with `.contentMismatch`, and the bytes that are there are
    /// given up.
    func identifies(_ head: HTTPResponseHead) -> Bool
    /// Whether a refusal says that the range lies outside of the content; 416 by default.
    ///
    /// The bytes that are there are then given up, and the next download begins anew.
    func isUnsatisfiableRange(_ response: HTTPResponse) -> Bool
}

extension ContentIdentity {
    /// 416.
    public func isUnsatisfiableRange(_ response: HTTPResponse) -> Bool { response.status == 416 }
}
