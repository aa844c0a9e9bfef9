public import Signals

/// Fetches thumbnails from a server.
///
/// A service of the business logic, confined to the scheduler on which it was made.
///
/// A run may have several batches in flight: it calls `fetch` again before the earlier signals have
/// ended. The pictures of a batch are in memory until the library has stored them.
public protocol ThumbnailFetcher: AnyObject {
    /// Returns the maximum number of thumbnails of `size` in one request.
    func batchLimit(for size: ThumbnailSize) -> Int

    /// Returns the number of requests for `count` thumbnails of `size`; by default, one for each
    /// batch, and with metadata one for each thumbnail.
    ///
    /// - Parameter withMediaInfo: whether the metadata is requested as well.
    func requestCount(for count: Int, size: ThumbnailSize, withMediaInfo: Bool) -> Int

    /// Fetches one batch.
    ///
    /// Cold. Sends one outcome for each of `nodes`, in any order and in one or more arrays, on the
    /// fetcher's scheduler. An entry that fails is an outcome; the signal fails only when no more
    /// entries can be fetched at all. Disposal cancels the requests in flight.
    ///
    /// - Parameters:
    ///   - nodes: at most `batchLimit(for: size)` thumbnails.
    ///   - size: the size that the pictures fit into.
    ///   - withMediaInfo: whether to request the picture's metadata as well, which costs a request
    ///     for each node instead of one for the batch.
    func fetch(
        _ nodes: [PendingThumbnail], size: ThumbnailSize, withMediaInfo: Bool
    ) -> Signal<[ThumbnailResult], FeedError>

    /// The pauses of the requests to the server, for all users; `nil` when they continue.
    ///
    /// Begins with the current state, and ends with the fetcher.
    var pauses: Signal<FeedPause?, Never> { get }
}

extension ThumbnailFetcher {
    /// Returns the number of requests of a fetcher whose batches are one request each.
    public func requestCount(
        for count: Int, size: ThumbnailSize, withMediaInfo: Bool
    ) -> Int {
        let batch = withMediaInfo ? 1 : batchLimit(for: size)
        return (count + batch - 1) / batch
    }
}
