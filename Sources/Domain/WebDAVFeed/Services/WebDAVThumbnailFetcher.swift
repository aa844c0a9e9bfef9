import PhotoFeed
import Scheduling
import Signals

/// Fetches thumbnails by the strategies that a server allows, the cheapest one first.
///
/// A photo for which a strategy has no picture passes to the next one. The failure of the last one
/// is the result. A failure that may pass ends the photo's turn for this run, because a costlier
/// strategy would only replace a later success.
///
/// A business-logic service, confined to the scheduler on which it was made.
@Schedulable
final class WebDAVThumbnailFetcher: ThumbnailFetcher {
    /// A way to make thumbnails.
    struct Strategy {
        let fetcher: any ThumbnailFetcher
        /// Whether the server was seen to allow it, or may.
        let isAllowed: () -> Bool
    }

    private let strategies: [Strategy]

    /// Creates a fetcher with these strategies.
    init(_ strategies: [Strategy]) { self.strategies = strategies }

    /// Returns the smallest limit of the strategies; without one, the number of failures that a
    /// library stores in one transaction.
    func batchLimit(for size: ThumbnailSize) -> Int {
        allowed().map { $0.batchLimit(for: size) }.min() ?? 500
    }

    /// Returns the number of requests of the first strategy; none without a strategy.
    func requestCount(for count: Int, size: ThumbnailSize, withMediaInfo: Bool) -> Int {
        allowed().first?.requestCount(for: count, size: size, withMediaInfo: withMediaInfo) ?? 0
    }

    /// The first pause of a strategy.
    var pauses: Signal<FeedPause?, Never> {
        checkScheduler()
        return strategies.reduce(.just(nil)) { pauses, strategy in
            pauses.combineLatest(with: strategy.fetcher.pauses).map { $0.0 ?? $0.1 }
        }
    }

    private func allowed() -> [any ThumbnailFetcher] {
        strategies.filter { $0.isAllowed() }.map(\.fetcher)
    }

    /// Fetches one batch; see `ThumbnailFetcher`.
    func fetch(
        _ nodes: [PendingThumbnail], size: ThumbnailSize, withMediaInfo: Bool
    ) -> Signal<[ThumbnailResult], FeedError> {
        let allowed = allowed()
        guard !allowed.isEmpty else {
            return .just(nodes.map { $0.failed(.providerWithoutThumbnails) })
        }
        return Self.fetch(nodes, by: allowed[...], size, withMediaInfo)
    }

    private static func fetch(
        _ nodes: [PendingThumbnail], by strategies: ArraySlice<any ThumbnailFetcher>,
        _ size: ThumbnailSize, _ withMediaInfo: Bool
    ) -> Signal<[ThumbnailResult], FeedError> {
        guard let first = strategies.first else { return .empty }
        let rest = strategies.dropFirst()
        let results = first.fetch(nodes, size: size, withMediaInfo: withMediaInfo)
        guard !rest.isEmpty else { return results }
        return results.flatMap(.concat) { results in
            let missing = results.filter(\.isMissing)
            let known = results.filter { !$0.isMissing }
            let later =
                missing.isEmpty
                ? .empty : fetch(missing.map(\.pending), by: rest, size, withMediaInfo)
            return known.isEmpty ? later : Signal.just(known).concat(later)
        }
    }
}

extension ThumbnailResult {
    /// Whether this strategy will never have the picture.
    fileprivate var isMissing: Bool {
        guard case .failure(let failure) = result else { return false }
        return failure.isPermanent
    }
}
