/// What became of one thumbnail.
public struct ThumbnailOutcome: Hashable, Sendable {
    /// A picture, or the reason why there is none.
    public enum Result: Hashable, Sendable {
        /// The encoded JPEG, and what the server reads out of the original.
        case picture([UInt8], MediaAnswer)
        /// The server has none.
        case failure(ThumbnailFailure)
    }

    /// The thumbnail that was wanted.
    public let wanted: WantedThumbnail
    /// What became of it.
    public let result: Result

    /// The outcome `result` for `wanted`.
    public init(wanted: WantedThumbnail, result: Result) {
        self.wanted = wanted
        self.result = result
    }
}
