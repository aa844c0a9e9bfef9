import Scheduling
import Signals

/// The thumbnail fetcher of a provider without thumbnails.
///
/// It sends no requests: every photo and video fails with `.providerWithoutThumbnails`.
@Schedulable
final class AbsentThumbnailFetcher: ThumbnailFetcher {
    /// Returns the number of failures that a library stores in one transaction.
    nonisolated func batchLimit(for size: ThumbnailSize) -> Int { 500 }

    func requestCount(for count: Int, size: ThumbnailSize, withMediaInfo: Bool) -> Int { 0 }

    /// The pauses of the requests: none, because no requests are sent.
    var pauses: Signal<FeedPause?, Never> {
        checkScheduler()
        return .just(nil)
    }

    func fetch(
        _ nodes: [PendingThumbnail], size: ThumbnailSize, withMediaInfo: Bool
    ) -> Signal<[ThumbnailResult], FeedError> {
        .just(
            nodes.map {
                ThumbnailResult(pending: $0, result: .failure(.providerWithoutThumbnails))
            })
    }
}
