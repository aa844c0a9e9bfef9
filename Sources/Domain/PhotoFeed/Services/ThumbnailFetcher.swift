public import Signals

/// Fetches thumbnails from a server.
///
/// A service of the business logic; confined to the scheduler on which it was made.
public protocol ThumbnailFetcher: AnyObject {
    /// How many thumbnails one request can bring.
    var batchLimit: Int { get }

    /// Fetches one batch.
    ///
    /// Cold. Sends one outcome for each of `nodes`, in any order and in one or more arrays, on the
    /// fetcher's scheduler. An entry that fails is an outcome; the signal fails only when nothing
    /// more can be fetched at all. Disposal cancels what is in flight.
    ///
    /// - Parameters:
    ///   - nodes: At most `batchLimit` of them.
    ///   - size: The size that the pictures fit into.
    ///   - withMediaInfo: Whether to ask for what the server reads out of the picture as well:
    ///     costs a request for each node instead of one for the batch.
    func fetch(
        _ nodes: [WantedThumbnail], size: ThumbnailSize, withMediaInfo: Bool
    ) -> Signal<[ThumbnailOutcome], FeedError>
}

/// A photo or video whose thumbnail is still to be fetched.
public struct WantedThumbnail: Hashable, Sendable {
    /// The photo or video.
    public let id: NodeID
    /// The revision that the thumbnail will belong to.
    public let revision: String
    /// Where its date puts it in the feed, which is the order of fetching.
    public let position: FeedPosition

    /// A thumbnail that is wanted of `revision` of `id`.
    public init(id: NodeID, revision: String, position: FeedPosition) {
        self.id = id
        self.revision = revision
        self.position = position
    }
}

/// What became of one thumbnail.
public struct ThumbnailOutcome: Hashable, Sendable {
    /// A picture, or the reason why there is none.
    public enum Result: Hashable, Sendable {
        /// The encoded JPEG, and what the server read out of the original when it was asked to.
        case picture([UInt8], MediaInfo?)
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

/// Why a photo or video has no thumbnail.
public struct ThumbnailFailure: Error, Hashable, Sendable {
    /// The server's word for it, such as `unsupported_extension`.
    public let reason: String
    /// Whether it will be the same for this revision for ever, so that no later run asks again.
    public let isPermanent: Bool

    /// A failure for `reason`.
    public init(reason: String, isPermanent: Bool) {
        self.reason = reason
        self.isPermanent = isPermanent
    }
}
