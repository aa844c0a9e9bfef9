public import HTTPGateway
public import PhotoFeed
public import Scheduling
public import Signals

/// Fetches a feed's pages from Dropbox or a compatible server.
///
/// A business-logic service, confined to the scheduler of its host.
///
/// ```swift
/// let nodes = SchedulerBound<any NodeFetcher>(on: business) {
///     try DropboxNodeFetcher(host: host.get(in: $0))
/// }
/// ```
@Schedulable
public final class DropboxNodeFetcher: NodeFetcher {
    private let host: any APIHost

    /// Creates a fetcher that sends its requests to `host`, in the role of api.dropboxapi.com.
    public init(host: any APIHost) { self.host = host }

    /// Returns a signal of the pages of everything below a folder; see `NodeFetcher`.
    ///
    /// A page has at most 2,000 entries.
    public func pages(from start: FeedStart) -> Signal<FeedPage, FeedError> {
        Signal { [host] observer in
            let pager = ListingPager(host: host, observer: observer)
            pager.request(start)
            observer.onDispose { pager.cancel() }
        }
    }

    /// The pauses of the host's pacer.
    public var pauses: Signal<FeedPause?, Never> {
        checkScheduler()
        return host.feedPauses
    }
}
