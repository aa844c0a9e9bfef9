public import HTTPGateway
public import PhotoFeed
public import Scheduling
public import Signals

/// Fetches thumbnails from Dropbox or a compatible server.
///
/// A business-logic service, confined to the scheduler of its host.
@Schedulable
public final class DropboxThumbnailFetcher: ThumbnailFetcher {
    private static let singlesInFlight = 4
    private static let slowPhotoLimit = 3

    private let host: any APIHost
    /// The number of batches of one photo that were too slow, since the last one in time.
    private var slowPhotos = 0

    /// Creates a fetcher that sends its requests to `host`, in the role of content.dropboxapi.com.
    public init(host: any APIHost) { self.host = host }

    /// Returns 25, or 8 for large thumbnails.
    public nonisolated func batchLimit(for size: ThumbnailSize) -> Int {
        DropboxGetThumbnailBatch.limit(for: size)
    }

    /// The pauses of the host's pacer.
    public var pauses: Signal<FeedPause?, Never> {
        checkScheduler()
        return host.feedPauses
    }

    /// Fetches one batch; see `ThumbnailFetcher`.
    public func fetch(
        _ nodes: [PendingThumbnail], size: ThumbnailSize, withMediaInfo: Bool
    ) -> Signal<[ThumbnailResult], FeedError> {
        guard withMediaInfo else { return batch(nodes, size: size) }
        return oneByOne(nodes) { [self] in single($0, size: size) }
    }

    /// Sends one request for all nodes, and splits it if it fails because of some of them.
    private func batch(
        _ nodes: [PendingThumbnail], size: ThumbnailSize
    ) -> Signal<[ThumbnailResult], FeedError> {
        outcomes(nodes, size: size).catch { [self] error in
            guard error.mayConcernOneEntry else { return .fail(FeedError(error)) }
            guard nodes.count > 1 else {
                // The server is at fault if it is too slow for several single photos in a row.
                slowPhotos += error.isTooSlow ? 1 : 0
                guard slowPhotos < Self.slowPhotoLimit else { return .fail(FeedError(error)) }
                return .just(nodes.map { Self.failure($0, error.reason) })
            }
            guard error.code == .bodyTooLarge || error.isTooSlow else {
                return oneByOne(nodes) { [self] in
                    outcomes([$0], size: size).compactMap(\.first)
                }
            }
            let middle = nodes.count / 2
            return batch(Array(nodes[..<middle]), size: size)
                .concat(batch(Array(nodes[middle...]), size: size))
        }
    }

    private func outcomes(
        _ nodes: [PendingThumbnail], size: ThumbnailSize
    ) -> Signal<[ThumbnailResult], HTTPError> {
        host.output(of: DropboxGetThumbnailBatch(nodes.map(\.id), size: size)).map {
            [self] results in
            slowPhotos = 0
            return zip(nodes, results).map { Self.outcome($0, $1) }
        }
    }

    private func single(
        _ node: PendingThumbnail, size: ThumbnailSize
    ) -> Signal<ThumbnailResult, HTTPError> {
        host.output(of: DropboxGetThumbnail(node.id, size: size))
            .map { Self.outcome(node, .success($0)) }
            .catch { error in
                guard error.code == .conflict, let apiError = error.cause as? DropboxAPIError,
                    !apiError.tags.isEmpty
                else { return .fail(error) }
                return .just(Self.outcome(node, .failure(ThumbnailFailure(dropbox: apiError.tags))))
            }
    }

    /// Sends one request for each node; a request that fails is an outcome.
    ///
    /// If the first `slowPhotoLimit` requests fail, the server is at fault. Further requests would
    /// only add to its load, so the signal fails.
    private func oneByOne(
        _ nodes: [PendingThumbnail],
        _ request: @escaping (PendingThumbnail) -> Signal<ThumbnailResult, HTTPError>
    ) -> Signal<[ThumbnailResult], FeedError> {
        .deferred {
            var slowPhotoLimit = min(Self.slowPhotoLimit, nodes.count)
            var hasWorked = nodes.count == 1
            return Signal<PendingThumbnail, FeedError>.sequence(nodes)
                .flatMap(.concurrent(limit: Self.singlesInFlight)) { node in
                    request(node).map { Result.success($0) }.catch { error in
                        error.mayConcernOneEntry
                            ? .just(.failure(EntryError(pending: node, cause: error)))
                            : .fail(FeedError(error))
                    }
                }
                .tryMap { (result: Result<ThumbnailResult, EntryError>) throws(FeedError) in
                    switch result {
                    case .success(let outcome):
                        hasWorked = true
                        return [outcome]
                    case .failure(let error):
                        slowPhotoLimit -= 1
                        if !hasWorked, slowPhotoLimit == 0 { throw FeedError(error.cause) }
                        return [Self.failure(error.pending, error.cause.reason)]
                    }
                }
        }
    }

    private struct EntryError: Error {
        let pending: PendingThumbnail
        let cause: HTTPError
    }

    private static func outcome(
        _ pending: PendingThumbnail, _ result: Result<DropboxThumbnail, ThumbnailFailure>
    ) -> ThumbnailResult {
        switch result {
        case .failure(let failure):
            ThumbnailResult(pending: pending, result: .failure(failure))
        case .success(let picture) where picture.revision != pending.revision:
            failure(pending, "the photo has changed since it was listed")
        case .success(let picture) where !picture.isJPEG:
            failure(pending, "the thumbnail is not a complete JPEG")
        case .success(let picture):
            ThumbnailResult(
                pending: pending, result: .picture(picture.bytes, picture.media))
        }
    }

    private static func failure(_ pending: PendingThumbnail, _ reason: String) -> ThumbnailResult {
        ThumbnailResult(
            pending: pending,
            result: .failure(ThumbnailFailure(reason: reason, isPermanent: false)))
    }
}

extension HTTPError {
    /// Whether the same request for another entry may succeed.
    fileprivate var mayConcernOneEntry: Bool {
        code == .serverFailed || isTooSlow || FeedError(self).code == .malformedAnswer
    }

    /// Whether a smaller answer might have arrived in time.
    fileprivate var isTooSlow: Bool { code == .stalled || code == .deadlineExceeded }
}
