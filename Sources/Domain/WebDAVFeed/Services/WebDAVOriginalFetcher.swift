import HTTPGateway
import PhotoFeed
import Scheduling
import Signals

/// Fetches originals from a WebDAV server, by their paths.
///
/// A business-logic service, confined to the scheduler of its host.
@Schedulable
final class WebDAVOriginalFetcher: OriginalFetcher {
    private let host: any APIHost

    /// Creates a fetcher that sends its requests to `host`.
    init(host: any APIHost) { self.host = host }

    /// The pauses of the host.
    var pauses: Signal<FeedPause?, Never> {
        checkScheduler()
        return host.feedPauses
    }

    /// Downloads a version, which each response states; see `OriginalFetcher`.
    func download(
        _ version: OriginalVersion, to path: String, digest: (any ContentDigest)?
    ) -> Signal<OriginalEvent, FeedError> {
        host.push(WebDAVDownload(version, to: path, digest: digest))
            .compactMap { event in
                switch event {
                case .waiting: nil
                case .progress(let progress): .progress(received: progress.received)
                case .output(let output): .finished(output.output)
                }
            }
            .mapFailure { WebDAVFailure($0, folder: version.pathKey).error }
    }

    /// Fetches a part of a version; see `OriginalFetcher`.
    func bytes(
        of version: OriginalVersion, in range: Range<Int64>
    ) -> Signal<[UInt8], FeedError> {
        host.output(of: WebDAVReadRange(version: version, range: range))
            .mapFailure { WebDAVFailure($0, folder: version.pathKey).error }
    }

    /// Fetches the first bytes of a version; see `OriginalFetcher`.
    func beginning(of version: OriginalVersion, count: Int64) -> Signal<[UInt8], FeedError> {
        host.output(of: WebDAVReadBeginning(version: version, count: count))
            .catch { error in
                // The answer to a server's whole file is not read to its end.
                error.code == .bodyTooLarge ? .just([]) : .fail(error)
            }
            .mapFailure { WebDAVFailure($0, folder: version.pathKey).error }
    }
}
