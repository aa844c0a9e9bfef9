import HTTPGateway
import PhotoFeed
import Scheduling
import Signals

/// Fetches the smaller pictures that a Nextcloud server makes, one request for each.
///
/// The server does not state the version of the file. After a change, the next listing has another
/// revision, and the picture is fetched again.
///
/// A business-logic service, confined to the scheduler of its host.
@Schedulable
final class WebDAVPreviewFetcher: ThumbnailFetcher {
    private static let inFlight = 4
    /// The number of first pictures that fail for the server's fault, after which it is at fault.
    private static let faultLimit = 3

    private let host: any APIHost
    private var faults: Int? = 0

    /// Creates a fetcher that sends its requests to `host`, the server's own address.
    init(host: any APIHost) { self.host = host }

    nonisolated func batchLimit(for size: ThumbnailSize) -> Int { 10 }

    /// Returns `count`: each picture is a request.
    nonisolated func requestCount(
        for count: Int, size: ThumbnailSize, withMediaInfo: Bool
    ) -> Int { count }

    /// The pauses of the host's pacer.
    var pauses: Signal<FeedPause?, Never> {
        checkScheduler()
        return host.feedPauses
    }

    /// Fetches one picture after another; see `ThumbnailFetcher`.
    ///
    /// The server has no metadata, which is the answer to a request for it.
    func fetch(
        _ nodes: [PendingThumbnail], size: ThumbnailSize, withMediaInfo: Bool
    ) -> Signal<[ThumbnailResult], FeedError> {
        Signal<PendingThumbnail, FeedError>.sequence(nodes)
            .flatMap(.concurrent(limit: Self.inFlight)) { [self] node in
                guard let id = Self.fileID(of: node.id) else {
                    return .just([node.failed(.providerWithoutThumbnails)])
                }
                return picture(of: node, id, size, withMediaInfo ? .nothing : .notRequested)
                    .map { [$0] }
            }
    }

    private func picture(
        of node: PendingThumbnail, _ id: String, _ size: ThumbnailSize, _ media: MediaInfoState
    ) -> Signal<ThumbnailResult, FeedError> {
        host.output(of: WebDAVGetPreview(fileID: id, size: size))
            .map { [self] bytes in
                faults = nil
                return PreviewFormat.isPicture(bytes)
                    ? ThumbnailResult(pending: node, result: .picture(bytes, media))
                    : node.failed(.noPicture)
            }
            .catch { [self] error in
                if let failure = Self.failure(error) {
                    faults = nil
                    return .just(node.failed(failure))
                }
                let failure = WebDAVFailure(error, folder: "the preview of file \(id)")
                guard failure.kind != .fatal, error.code != .serverBusy else {
                    return .fail(failure.error)
                }
                if let count = faults {
                    faults = count + 1
                    if count + 1 >= Self.faultLimit { return .fail(failure.error) }
                }
                return .just(
                    node.failed(ThumbnailFailure(reason: error.reason, isPermanent: false)))
            }
    }

    /// Returns the server's own identifier; `nil` for a path.
    private static func fileID(of id: NodeID) -> String? {
        let mark = "fileid:"
        return id.rawValue.hasPrefix(mark) ? String(id.rawValue.dropFirst(mark.count)) : nil
    }

    /// The failure of a picture that the server does not have; `nil` for another error.
    private static func failure(_ error: HTTPError) -> ThumbnailFailure? {
        switch error.code {
        case .notFound: .noPreview
        case .forbidden: ThumbnailFailure(reason: "preview_forbidden", isPermanent: false)
        case .rejected: ThumbnailFailure(reason: "preview_refused", isPermanent: false)
        case .bodyTooLarge: .noPicture
        default: nil
        }
    }
}

extension ThumbnailFailure {
    /// The server sent something other than a picture, or one that is too large.
    static let noPicture = ThumbnailFailure(reason: "preview_is_not_a_picture", isPermanent: false)
}

extension PendingThumbnail {
    func failed(_ failure: ThumbnailFailure) -> ThumbnailResult {
        ThumbnailResult(pending: self, result: .failure(failure))
    }
}
