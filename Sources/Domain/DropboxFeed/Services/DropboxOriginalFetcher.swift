public import HTTPGateway
public import PhotoFeed
public import Scheduling
public import Signals

/// Fetches originals from Dropbox or a compatible server.
///
/// A business-logic service, confined to the scheduler of its host.
@Schedulable
public final class DropboxOriginalFetcher: OriginalFetcher {
    private let host: any APIHost

    /// Creates a fetcher that sends its requests to `host`, in the role of content.dropboxapi.com.
    public init(host: any APIHost) { self.host = host }

    /// The pauses of the host.
    public var pauses: Signal<FeedPause?, Never> {
        checkScheduler()
        return host.feedPauses
    }

    /// Downloads a version, pinned by its revision; see `OriginalFetcher`.
    public func download(
        _ version: OriginalVersion, to path: String, digest: (any ContentDigest)?
    ) -> Signal<OriginalEvent, FeedError> {
        host.push(DropboxDownload(version, to: path, digest: digest))
            .compactMap { event in
                switch event {
                case .waiting: nil
                case .progress(let progress): .progress(received: progress.received)
                case .output(let output): .finished(output.output)
                }
            }
            .mapFailure { FeedError($0) }
    }

    /// Fetches a part of a version; see `OriginalFetcher`.
    public func bytes(
        of version: OriginalVersion, in range: Range<Int64>
    ) -> Signal<[UInt8], FeedError> {
        host.output(of: DropboxReadRange(version, range)).mapFailure { FeedError($0) }
    }
}
