/// The result of fetching one thumbnail.
public struct ThumbnailOutcome: Hashable, Sendable {
    /// A picture, or the reason for its absence.
    public enum Result: Hashable, Sendable {
        /// The encoded JPEG, and the server's answer about the original's metadata.
        case picture([UInt8], MediaAnswer)
        /// The server has no thumbnail.
        case failure(ThumbnailFailure)
    }

    /// The requested thumbnail.
    public let wanted: WantedThumbnail
    /// The picture, or the reason for its absence.
    public let result: Result

    /// Creates the outcome `result` for `wanted`.
    public init(wanted: WantedThumbnail, result: Result) {
        self.wanted = wanted
        self.result = result
    }
}
