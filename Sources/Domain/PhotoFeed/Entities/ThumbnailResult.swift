/// The result of fetching one thumbnail.
public struct ThumbnailResult: Hashable, Sendable {
    /// A picture, or the reason for its absence.
    public enum Result: Hashable, Sendable {
        /// The encoded JPEG, and the server's answer about the original's metadata.
        case picture([UInt8], MediaInfoState)
        /// The server has no thumbnail.
        case failure(ThumbnailFailure)
    }

    /// The requested thumbnail.
    public let pending: PendingThumbnail
    /// The picture, or the reason for its absence.
    public let result: Result

    /// Creates the outcome `result` for `pending`.
    public init(pending: PendingThumbnail, result: Result) {
        self.pending = pending
        self.result = result
    }
}
