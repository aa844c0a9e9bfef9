public import HTTPGateway
public import Signals

/// Fetches original files from a server.
///
/// A service of the business logic, confined to the scheduler on which it was made.
///
/// `download` writes a whole file. The other methods return a part in memory, for the repair of a
/// copy or for a preview in the file.
public protocol OriginalFetcher: AnyObject {
    /// The pauses of the requests to the server, for all users; `nil` when they continue.
    ///
    /// Begins with the current state, and ends with the fetcher.
    var pauses: Signal<FeedPause?, Never> { get }

    /// Downloads a version into the file at `path`, whose folder must exist.
    ///
    /// Cold. Sends the progress, then the complete file, on the fetcher's scheduler. The file has
    /// the length and the digest of the version, or the signal fails without a file. Bytes
    /// that an interrupted download has left beside `path` are not requested again. Disposal
    /// cancels the transfer and keeps its bytes.
    ///
    /// - Parameters:
    ///   - version: the version; a server that has another one by now is refused.
    ///   - path: the path of the complete file.
    ///   - digest: the digest that the file must have; `nil` if it is not known.
    func download(
        _ version: OriginalVersion, to path: String, digest: (any ContentDigest)?
    ) -> Signal<OriginalEvent, FeedError>

    /// Fetches a part of a version, at most 4 MiB.
    ///
    /// Cold. Sends exactly the bytes of `range`, on the fetcher's scheduler.
    func bytes(
        of version: OriginalVersion, in range: Range<Int64>
    ) -> Signal<[UInt8], FeedError>

    /// Fetches the first bytes of a version, at most 256 KiB, for a picture that they contain.
    ///
    /// Cold. Sends `count` bytes on the fetcher's scheduler, or none if the server sends whole
    /// files only. They are not joined with other bytes, so a weak validator is enough.
    ///
    /// - Parameter count: a number up to the size of the version.
    func beginning(of version: OriginalVersion, count: Int64) -> Signal<[UInt8], FeedError>
}

extension OriginalFetcher {
    /// No pauses.
    public var pauses: Signal<FeedPause?, Never> { .just(nil) }

    /// Fetches the first bytes as those of a range.
    public func beginning(
        of version: OriginalVersion, count: Int64
    ) -> Signal<[UInt8], FeedError> { bytes(of: version, in: 0..<count) }
}

/// An event of the download of an original.
public enum OriginalEvent: Hashable, Sendable {
    /// The number of bytes of the file so far, with those of an earlier attempt.
    case progress(received: Int64)
    /// The complete file.
    case finished(HTTPFile)
}
