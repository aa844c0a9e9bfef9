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

    private let host: any Host

    /// Fetches from `host`, which stands for Dropbox's content.dropboxapi.com.
    public init(host: any Host) { self.host = host }

    /// 25.
    public nonisolated var batchLimit: Int { DropboxGetThumbnailBatch.limit }

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
        return Signal<WantedThumbnail, FeedError>.sequence(nodes)
            .flatMap(.concurrent(limit: Self.singlesInFlight)) { [self] node in
                single(node, size: size)
            }
    }

    /// One request for all; an answer that is too large is asked for again in halves.
    private func batch(
        _ nodes: [WantedThumbnail], size: ThumbnailSize
    ) -> Signal<[ThumbnailOutcome], FeedError> {
        host.output(of: DropboxGetThumbnailBatch(nodes.map(\.id), size: size))
            .map { results in
                zip(nodes, results).map { Self.outcome($0, $1) }
            }
            .catch { [self] error in
                guard error.code == .bodyTooLarge, nodes.count > 1 else {
                    return .fail(FeedError(error))
                }
                let middle = nodes.count / 2
                return batch(Array(nodes[..<middle]), size: size)
                    .concat(batch(Array(nodes[middle...]), size: size))
            }
    }

    private func single(
        _ node: WantedThumbnail, size: ThumbnailSize
    ) -> Signal<[ThumbnailOutcome], FeedError> {
        host.output(of: DropboxGetThumbnail(node.id, size: size))
            .map { [Self.outcome(node, .success($0))] }
            .catch { error in
                guard error.code == .conflict, let fault = error.cause as? DropboxFault,
                    !fault.tags.isEmpty
                else { return .fail(FeedError(error)) }
                return .just([Self.outcome(node, .failure(ThumbnailFailure(dropbox: fault.tags)))])
            }
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
            failure(wanted, "the thumbnail is no JPEG")
        case .success(let picture):
            ThumbnailOutcome(
                wanted: wanted, result: .picture(picture.bytes, picture.mediaInfo))
        }
    }

    private static func failure(_ wanted: WantedThumbnail, _ reason: String) -> ThumbnailOutcome {
        ThumbnailOutcome(
            wanted: wanted,
            result: .failure(ThumbnailFailure(reason: reason, isPermanent: false)))
    }
}
