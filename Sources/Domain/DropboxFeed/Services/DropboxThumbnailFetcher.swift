public import HTTPGateway
public import PhotoFeed
public import Scheduling
public import Signals

/// Fetches thumbnails from Dropbox, or from anything that speaks like it.
///
/// A business-logic service, confined to the scheduler of its host.
@Schedulable
public final class DropboxThumbnailFetcher: ThumbnailFetcher {
    private static let singlesInFlight = 4
    private static let strikes = 3

    private let host: any APIHost
    /// How many batches of one photo were too slow, since one came in time.
    private var slowPhotos = 0

    /// Fetches from `host`, which stands for Dropbox's content.dropboxapi.com.
    public init(host: any APIHost) { self.host = host }

    /// 25, and 8 large ones.
    public nonisolated func batchLimit(for size: ThumbnailSize) -> Int {
        DropboxGetThumbnailBatch.limit(for: size)
    }

    /// What the host's pacer waits for.
    public var waits: Signal<FeedWait?, Never> {
        checkScheduler()
        return host.feedWaits
    }

    /// Fetches one batch; see `ThumbnailFetcher`.
    public func fetch(
        _ nodes: [WantedThumbnail], size: ThumbnailSize, withMediaInfo: Bool
    ) -> Signal<[ThumbnailOutcome], FeedError> {
        guard withMediaInfo else { return batch(nodes, size: size) }
        return oneByOne(nodes) { [self] in single($0, size: size) }
    }

    /// One request for all; what fails because of some of them is asked for again in smaller pieces.
    private func batch(
        _ nodes: [WantedThumbnail], size: ThumbnailSize
    ) -> Signal<[ThumbnailOutcome], FeedError> {
        outcomes(nodes, size: size).catch { [self] error in
            guard error.mayConcernOneEntry else { return .fail(FeedError(error)) }
            guard nodes.count > 1 else {
                // A server that is too slow for one photo after another is itself at fault.
                slowPhotos += error.isTooSlow ? 1 : 0
                guard slowPhotos < Self.strikes else { return .fail(FeedError(error)) }
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
        _ nodes: [WantedThumbnail], size: ThumbnailSize
    ) -> Signal<[ThumbnailOutcome], HTTPError> {
        host.output(of: DropboxGetThumbnailBatch(nodes.map(\.id), size: size)).map {
            [self] results in
            slowPhotos = 0
            return zip(nodes, results).map { Self.outcome($0, $1) }
        }
    }

    private func single(
        _ node: WantedThumbnail, size: ThumbnailSize
    ) -> Signal<ThumbnailOutcome, HTTPError> {
        host.output(of: DropboxGetThumbnail(node.id, size: size))
            .map { Self.outcome(node, .success($0)) }
            .catch { error in
                guard error.code == .conflict, let fault = error.cause as? DropboxFault,
                    !fault.tags.isEmpty
                else { return .fail(error) }
                return .just(Self.outcome(node, .failure(ThumbnailFailure(dropbox: fault.tags))))
            }
    }

    /// A request for each: one that fails is an outcome, but a server that fails on the first
    /// `strikes` of them is itself at fault, and asking on would only burden it.
    private func oneByOne(
        _ nodes: [WantedThumbnail],
        _ request: @escaping (WantedThumbnail) -> Signal<ThumbnailOutcome, HTTPError>
    ) -> Signal<[ThumbnailOutcome], FeedError> {
        .deferred {
            var strikes = min(Self.strikes, nodes.count)
            var hasWorked = nodes.count == 1
            return Signal<WantedThumbnail, FeedError>.sequence(nodes)
                .flatMap(.concurrent(limit: Self.singlesInFlight)) { node in
                    request(node).map { Result.success($0) }.catch { error in
                        error.mayConcernOneEntry
                            ? .just(.failure(EntryError(wanted: node, cause: error)))
                            : .fail(FeedError(error))
                    }
                }
                .tryMap { (result: Result<ThumbnailOutcome, EntryError>) throws(FeedError) in
                    switch result {
                    case .success(let outcome):
                        hasWorked = true
                        return [outcome]
                    case .failure(let error):
                        strikes -= 1
                        if !hasWorked, strikes == 0 { throw FeedError(error.cause) }
                        return [Self.failure(error.wanted, error.cause.reason)]
                    }
                }
        }
    }

    private struct EntryError: Error {
        let wanted: WantedThumbnail
        let cause: HTTPError
    }

    private static func outcome(
        _ wanted: WantedThumbnail, _ result: Result<DropboxThumbnail, ThumbnailFailure>
    ) -> ThumbnailOutcome {
        switch result {
        case .failure(let failure):
            ThumbnailOutcome(wanted: wanted, result: .failure(failure))
        case .success(let picture) where picture.revision != wanted.revision:
            failure(wanted, "the photo has changed meanwhile")
        case .success(let picture) where !picture.isJPEG:
            failure(wanted, "the thumbnail is not a complete JPEG")
        case .success(let picture):
            ThumbnailOutcome(
                wanted: wanted, result: .picture(picture.bytes, picture.media))
        }
    }

    private static func failure(_ wanted: WantedThumbnail, _ reason: String) -> ThumbnailOutcome {
        ThumbnailOutcome(
            wanted: wanted,
            result: .failure(ThumbnailFailure(reason: reason, isPermanent: false)))
    }
}

extension HTTPError {
    /// Whether another entry than the one asked for may well be answered.
    fileprivate var mayConcernOneEntry: Bool {
        code == .serverFailed || isTooSlow || FeedError(self).code == .malformedAnswer
    }

    /// Whether less might have come in time.
    fileprivate var isTooSlow: Bool { code == .stalled || code == .deadlineExceeded }
}
