public import Scheduling
public import Signals

/// Keeps a library identical to the content that a fetcher delivers.
///
/// A business-logic service, confined to the scheduler of the services that it uses. It has no
/// state between runs: all state is in the library, so that a run may end at any moment.
///
/// ```swift
/// let feed = SchedulerBound<any FeedSynchronizer>(on: business) {
///     try MirroringSynchronizer(
///         nodes: nodes.get(in: $0), thumbnails: thumbnails.get(in: $0),
///         library: library.get(in: $0))
/// }
/// feed.signal { $0.synchronize(SyncOptions()) }.deliver(to: presenter) { $0.show($1) }
/// ```
@Schedulable
public final class MirroringSynchronizer: FeedSynchronizer {
    private let nodes: any NodeFetcher
    private let thumbnails: any ThumbnailFetcher
    private let library: any FeedLibrary
    private let accounts: (any AccountFetcher)?

    /// Creates a synchronizer that updates `library` from `nodes` and `thumbnails`.
    ///
    /// - Parameter accounts: returns the account of a new credential; `nil` for a server without
    ///   accounts.
    public init(
        nodes: any NodeFetcher, thumbnails: any ThumbnailFetcher, library: any FeedLibrary,
        accounts: (any AccountFetcher)? = nil
    ) {
        self.accounts = accounts
        self.nodes = nodes
        self.thumbnails = thumbnails
        self.library = library
    }

    /// Returns a signal of one run; see `FeedSynchronizer`.
    public func synchronize(_ options: SyncOptions) -> Signal<SyncEvent, FeedError> {
        Signal { [nodes, thumbnails, library, accounts] observer in
            let run = SyncRun(
                nodes: nodes, thumbnails: thumbnails, library: library, accounts: accounts,
                options: options, observer: observer)
            observer.onDispose { run.cancel() }
            run.start()
        }
    }
}
