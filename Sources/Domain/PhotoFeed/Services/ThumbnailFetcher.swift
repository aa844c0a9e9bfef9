public import Signals

/// Fetches thumbnails from a server.
///
/// A service of the business logic; confined to the scheduler on which it was made.
public protocol ThumbnailFetcher: AnyObject {
    /// How many thumbnails of `size` one request can bring.
    func batchLimit(for size: ThumbnailSize) -> Int

    /// Fetches one batch.
    ///
    /// Cold. Sends one outcome for each of `nodes`, in any order and in one or more arrays, on the
    /// fetcher's scheduler. An entry that fails is an outcome; the signal fails only when nothing
    /// more can be fetched at all. Disposal cancels what is in flight.
    ///
    /// - Parameters:
    ///   - nodes: At most `batchLimit(for: size)` of them.
    ///   - size: The size that the pictures fit into.
    ///   - withMediaInfo: Whether to ask for what the server reads out of the picture as well:
    ///     costs a request for each node instead of one for the batch.
    func fetch(
        _ nodes: [WantedThumbnail], size: ThumbnailSize, withMediaInfo: Bool
    ) -> Signal<[ThumbnailOutcome], FeedError>

    /// Why the server's requests are waiting, for everybody at once; `nil` when they go on again.
    ///
    /// Begins with the present state, and ends with the fetcher.
    var waits: Signal<FeedWait?, Never> { get }
}
