public import HTTPGateway
public import PhotoFeed
public import Scheduling
public import Signals

/// Fetches a feed's pages from Dropbox, or from anything that speaks like it.
///
/// A business-logic service, confined to the scheduler of its host.
///
/// ```swift
/// let nodes = SchedulerBound<any NodeFetcher>(on: business) { try DropboxNodeFetcher(host: host.here($0)) }
/// ```
@Schedulable
public final class DropboxNodeFetcher: NodeFetcher {
    private let host: any APIHost

    /// Fetches from `host`, which stands for Dropbox's api.dropboxapi.com.
    public init(host: any APIHost) { self.host = host }

    /// The pages of everything below a folder, 2,000 entries at most to a page; see `NodeFetcher`.
    public func pages(from start: FeedStart) -> Signal<FeedPage, FeedError> {
        Signal { [host] observer in
            let walk = PageWalk(host: host, observer: observer)
            walk.request(start)
            observer.onDispose { walk.cancel() }
        }
    }

    /// What the host's pacer waits for.
    public var waits: Signal<FeedWait?, Never> {
        checkScheduler()
        return host.feedWaits
    }
}
